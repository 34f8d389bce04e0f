import { PRODUCT_NAME } from '#kernel/product.ts';

/** Two houses under one roof line that share their middle wall. */
function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <g className="fill-primary-content">
        <path d="M5 16.2 11 9l4.4 5.3V25H5z" />
        <path d="M27 16.2 21 9l-4.4 5.3V25H27z" opacity=".78" />
      </g>
      <g className="fill-primary">
        <path d="M8.6 25v-4.6a1.7 1.7 0 0 1 3.4 0V25z" />
        <path d="M20 25v-4.6a1.7 1.7 0 0 1 3.4 0V25z" />
      </g>
      <path d="M15.4 14.3h1.2V25h-1.2z" className="fill-accent" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="wordmark">{PRODUCT_NAME}</span>
    </span>
  );
}
