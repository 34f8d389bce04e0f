import { type FormEvent, useId, useState } from 'react';
import { ConfirmEmailNotice } from '#features/identity/client/index.ts';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { codeOf } from '#platform/browser/errors.ts';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { failureTexts } from '#platform/browser/unknown-outcome.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Money } from '#ui/money.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import {
  type BankTransfer,
  MAX_TRANSFER_CENTS,
  MIN_TRANSFER_CENTS,
  type WalletOverview,
} from '../wallet.contract.ts';
import { type CheckedAmount, checkAmount } from './amount-check.ts';
import { type AmountChoice, DEPOSIT_CHOICES, withdrawalChoices } from './amount-choices.ts';
import { type Direction, transferTexts, transferToast } from './transfer-texts.ts';

interface TransferDialogProps {
  direction: Direction;
  overview: WalletOverview;
  /** Missing cash of a purchase; the initial amount, as far as one transfer can cover it. */
  missingCents?: number | undefined;
  onClose: () => void;
}

export function TransferDialog({ direction, overview, missingCents, onClose }: TransferDialogProps) {
  const formId = useId();
  const [form, focusProblem] = useProblemFocus();
  const texts = transferTexts[direction];
  const draft = useDraft<{ amount: string }>(`wallet.${direction}.${missingCents ?? ''}`);
  const [amount, setAmount] = useState(draft.initial?.amount ?? beginning(missingCents));
  const [asked, setAsked] = useState(false);
  const { user } = useUser();
  const checked = checkAmount(
    amount,
    direction === 'withdrawal'
      ? { availableCents: overview.availableCents }
      : { availableCents: null, unconfirmedLeftCents: overview.unconfirmedLeftCents },
  );
  const leave = () => {
    draft.clear();
    onClose();
  };
  const transfer = useTransfer(direction, checked, { onDone: leave, onFailed: focusProblem });

  function type(text: string) {
    setAmount(text);
    setAsked(false);
    transfer.reset();
    draft.save({ amount: text });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (checked.cents !== null) void transfer.run();
    else focusProblem();
  }

  const refusedFunds = codeOf(transfer.error) === 'INSUFFICIENT_FUNDS';
  return (
    <Dialog
      open
      onClose={leave}
      title={texts.title}
      description={texts.description}
      locked={transfer.busy}
      footer={
        <>
          <Button variant="secondary" onClick={leave} disabled={transfer.busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={transfer.busy}
            busyText={texts.busy}
            disabled={direction === 'withdrawal' && user?.emailConfirmed === false}
          >
            {checked.cents === null ? texts.verb : `${texts.verb} ${formatUsdExact(checked.cents)}`}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-5">
        <AmountField
          amount={amount}
          onType={type}
          choices={direction === 'deposit' ? DEPOSIT_CHOICES : withdrawalChoices(overview)}
          problem={refusedFunds ? texts.refusedFunds : asked ? checked.problem : null}
        />
        <Outcome direction={direction} overview={overview} cents={checked.cents} />
        {direction === 'withdrawal' && <ConfirmEmailNotice purpose="withdraw money" />}
        {overview.sandbox && <p className="text-sm text-muted">Sandbox bank: no real money moves.</p>}
        {transfer.error !== null && !refusedFunds && (
          <TransferFailure error={transfer.error} direction={direction} />
        )}
      </form>
    </Dialog>
  );
}

function beginning(missingCents: number | undefined): string {
  if (missingCents === undefined) return '';
  return toDecimal(Math.min(Math.max(missingCents, MIN_TRANSFER_CENTS), MAX_TRANSFER_CENTS));
}

interface TransferOutcome {
  onDone: () => void;
  onFailed: () => void;
}

function useTransfer(direction: Direction, { cents }: CheckedAmount, { onDone, onFailed }: TransferOutcome) {
  const options = {
    keyed: true as const,
    onFailed,
    onDone(transfer: BankTransfer) {
      onDone();
      showToast(transferToast(transfer));
    },
  };
  const deposit = useCommand(trpc.wallet.deposit.mutationOptions(), options);
  const withdrawal = useCommand(trpc.wallet.withdraw.mutationOptions(), options);
  const { run, error, reset, busy } = direction === 'deposit' ? deposit : withdrawal;
  return { run: async () => cents !== null && run({ amountCents: cents }), error, reset, busy };
}

function TransferFailure({ error, direction }: { error: unknown; direction: Direction }) {
  const { title, text } = failureTexts(error, transferTexts[direction].refused);
  return (
    <Alert tone="danger" title={title}>
      {text}
    </Alert>
  );
}

interface AmountFieldProps {
  amount: string;
  onType: (text: string) => void;
  choices: readonly AmountChoice[];
  problem: string | null;
}

function AmountField({ amount, onType, choices, problem }: AmountFieldProps) {
  return (
    <div>
      <TextField
        label="Amount"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={amount}
        onChange={(event) => onType(event.target.value)}
        error={problem ?? undefined}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {choices.map(({ cents, label }) => (
          <Button
            key={cents}
            variant="secondary"
            size="small"
            className="amount min-h-10"
            onClick={() => onType(toDecimal(cents))}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Outcome(props: { direction: Direction; overview: WalletOverview; cents: number | null }) {
  const { direction, overview, cents } = props;
  const change = (cents ?? 0) * (direction === 'deposit' ? 1 : -1);
  return (
    <DescriptionList
      items={[
        { term: 'Available cash now', value: <Money exact cents={overview.availableCents} /> },
        {
          term: direction === 'deposit' ? 'After the deposit' : 'After the withdrawal',
          value: cents === null ? '–' : <Money exact cents={overview.availableCents + change} />,
          total: true,
        },
        ...(direction === 'deposit' && cents !== null
          ? [
              {
                term: 'Available',
                value: cents <= overview.instantLeftCents ? 'Immediately' : 'When your bank clears it',
              },
            ]
          : []),
      ]}
    />
  );
}
