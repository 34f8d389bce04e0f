import { useState } from 'react';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SHORTCUTS, setSingleKeys, singleKeysOn } from './shortcuts.ts';

/** Keyboard shortcuts that work on every page. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [single, setSingle] = useState(singleKeysOn);
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" dirty={false}>
      <dl className="divide-y divide-line border-y border-line">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-2.5">
            <dt>{does}</dt>
            <dd>
              <kbd className="rounded border border-line px-2 py-0.5 font-sans text-sm whitespace-nowrap">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">On a Mac, use the Command key instead of Ctrl.</p>
      <div className="mt-3">
        <CheckboxField
          label="Use single-key shortcuts"
          checked={single}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setSingle(target.checked);
          }}
        />
      </div>
    </Dialog>
  );
}
