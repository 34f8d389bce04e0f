import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { ModalFrame } from '#ui/modal-frame.tsx';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  side?: 'start' | 'end';
  children: ReactNode;
}

export function Drawer({ open, ...rest }: DrawerProps) {
  return open ? <OpenDrawer {...rest} /> : null;
}

function OpenDrawer({ onClose, title, side = 'end', children }: Omit<DrawerProps, 'open'>) {
  const id = useId();
  return (
    <ModalFrame
      className={joinClasses('modal', side === 'end' ? 'modal-end' : 'modal-start')}
      aria-labelledby={id}
      onEscape={onClose}
      onBackdrop={onClose}
    >
      <div className="modal-box flex w-[min(22rem,88vw)] flex-col p-0">
        <div className="flex items-center justify-between gap-3 border-b border-line px-5 py-3">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          <Button variant="quiet" square aria-label="Close" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </Button>
        </div>
        <div className="grow overflow-y-auto px-5 py-4">{children}</div>
      </div>
    </ModalFrame>
  );
}
