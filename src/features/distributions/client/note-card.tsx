import { Card } from '#ui/card.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';

export function NoteCard({ note, onNote }: { note: string; onNote: (text: string) => void }) {
  return (
    <Card title="Note">
      <TextareaField
        label="Note for the reviewer"
        optional
        rows={3}
        maxLength={1000}
        value={note}
        onChange={({ target }) => onNote(target.value)}
      />
    </Card>
  );
}
