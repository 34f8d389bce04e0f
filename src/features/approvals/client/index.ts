export { ApprovalSummary } from './approval-summary.tsx';
export { ProtectedDialog } from './protected-dialog.tsx';
export { WaitingApproval } from './waiting-approval.tsx';
