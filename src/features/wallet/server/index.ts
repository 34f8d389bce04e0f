export { TRANSFER_SETTLED } from '../wallet.events.ts';
export { deposit } from './deposit.ts';
export { eraseTransferTexts } from './erase-transfer-texts.ts';
export { holdWithdrawalsOf } from './hold-withdrawal.ts';
export { withdraw } from './withdraw.ts';
