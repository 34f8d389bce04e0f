export { ApprovalSummary } from './approval-summary.tsx';
export { ProtectedDialog } from './protected-dialog.tsx';
export { ReviewButtons, type ReviewDecision, ReviewList } from './review-list.tsx';
export { type ReviewScreenProps, readReviewSearch } from './review-search.ts';
export { useWaitingRequest, WaitingApproval } from './waiting-approval.tsx';
