import { useEffect, useRef, useState } from 'react';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { CheckedPart } from '../audit.contract.ts';

type Check =
  | { state: 'idle' }
  | { state: 'running' | 'stopped' | 'sound'; rows: number; head: CheckedPart['head'] }
  | { state: 'broken'; rows: number; broken: NonNullable<CheckedPart['broken']> }
  | { state: 'failed'; text: string };

/** Checks the hash chain of the whole log, part by part, so that no check holds up the server. */
export function ChainCheck() {
  const [check, setCheck] = useState<Check>({ state: 'idle' });
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );

  async function start() {
    isWanted.current = true;
    let after: string | undefined;
    let rows = 0;
    setCheck({ state: 'running', rows, head: null });
    try {
      while (isWanted.current) {
        const part = await trpcClient.audit.verifyPart.query(after === undefined ? {} : { after });
        rows += part.rows;
        if (part.broken) return setCheck({ state: 'broken', rows, broken: part.broken });
        if (part.next === null) return setCheck({ state: 'sound', rows, head: part.head });
        after = part.next;
        setCheck({ state: 'running', rows, head: part.head });
      }
      setCheck({ state: 'stopped', rows, head: null });
    } catch (error) {
      setCheck({ state: 'failed', text: messageOf(error) });
    }
  }

  const isRunning = check.state === 'running';
  return (
    <Card
      title="Hash chain"
      description="Each row is sealed with the hash of the one before, within ten seconds. Verification finds the first row that was changed, removed or added."
      className="mb-6"
      actions={
        isRunning ? (
          <Button
            variant="secondary"
            onClick={() => {
              isWanted.current = false;
            }}
          >
            Stop
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => void start()}>
            Verify the chain
          </Button>
        )
      }
    >
      <div aria-live="polite">
        <Outcome check={check} />
      </div>
    </Card>
  );
}

const many = (rows: number) => counted(rows, 'row');

function Outcome({ check }: { check: Check }) {
  if (check.state === 'idle') return <p className="text-muted">Not verified on this page yet.</p>;
  if (check.state === 'failed') return <Alert tone="danger">{check.text}</Alert>;
  if (check.state === 'broken') {
    return (
      <Alert tone="danger" title={`Audit row ${check.broken.seq} ${check.broken.detail}.`}>
        {many(check.rows)} checked. Compare with the published heads and a backup.
      </Alert>
    );
  }
  if (check.state === 'running') return <p>{many(check.rows)} verified so far.</p>;
  if (check.state === 'stopped') return <p>Stopped after {many(check.rows)}.</p>;
  return (
    <Alert tone="success" title={`The chain is unbroken: ${many(check.rows)} verified.`}>
      {check.head && (
        <p className="wrap-anywhere">
          Head: seal {check.head.position.toLocaleString('en-US')}, {check.head.hash}
        </p>
      )}
    </Alert>
  );
}
