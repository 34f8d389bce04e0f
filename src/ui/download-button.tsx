import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';

/** A button that downloads a file. */
export function DownloadButton({ children, ...button }: ComponentProps<typeof Button>) {
  return (
    <Button variant="secondary" {...button}>
      <Download size={button.size === 'small' ? 16 : 18} aria-hidden="true" />
      {children}
    </Button>
  );
}
