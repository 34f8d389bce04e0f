import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toaster } from '#ui/toaster.tsx';

function createLayer(): HTMLDivElement {
  const layer = document.createElement('div');
  layer.popover = 'manual';
  layer.className = 'inset-auto m-0 overflow-visible border-0 bg-transparent p-0';
  return layer;
}

/** Keeps the layer inside the topmost modal dialog and above it: everything outside a modal dialog is inert. */
function place(layer: HTMLDivElement): void {
  const home = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
  if (layer.parentElement !== home) home.append(layer);
  const shown = layer.matches(':popover-open');
  const wanted = layer.querySelector('[data-sonner-toast]') !== null;
  if (wanted && !shown) layer.showPopover();
  if (!wanted && shown) layer.hidePopover();
}

/** Messages stay readable and usable while a dialog is open. */
export function ToastLayer() {
  const [layer] = useState(createLayer);
  useEffect(() => {
    place(layer);
    const watch = new MutationObserver(() => place(layer));
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
    return () => {
      watch.disconnect();
      layer.remove();
    };
  }, [layer]);
  return createPortal(<Toaster />, layer);
}
