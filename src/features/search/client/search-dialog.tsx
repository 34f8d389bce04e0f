import { useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { SearchBox } from './search-box.tsx';

/** The search box where the bar has no room for it. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [place, setPlace] = useState<Element | null>(null);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-50 bg-black/40 p-3 sm:pt-24"
    >
      <Modal className="mx-auto w-full max-w-xl rounded-box border border-line bg-surface p-3 shadow-xl">
        <Dialog ref={setPlace} aria-label="Search" className="outline-none">
          <SearchBox autoFocus listPlace={place} onGone={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
