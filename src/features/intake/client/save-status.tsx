import type { DraftState } from './draft-saver.ts';

const texts = {
  saved: 'Saved',
  unsaved: 'Saving…',
  saving: 'Saving…',
  offline: 'Offline, saved in this browser',
  refused: 'Not saved',
};

/** Small notice whether the server has the values on the screen. */
export function SaveStatus({ state, onCompare }: { state: DraftState; onCompare: () => void }) {
  const { saving, problem, conflict, stored } = state;
  if (conflict) {
    return (
      <p role="status" className="text-sm text-caution">
        Not saved: changed elsewhere.{' '}
        <button type="button" className="font-semibold underline" onClick={onCompare}>
          Compare
        </button>
      </p>
    );
  }
  const isUntouched = saving === 'saved' && stored === null;
  return (
    <p role="status" className="min-h-5 text-sm text-muted">
      {isUntouched ? '' : texts[saving]}
      {saving === 'refused' && problem ? `: ${problem}` : ''}
    </p>
  );
}
