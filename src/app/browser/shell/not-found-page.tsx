import { Link } from '@tanstack/react-router';
import { usePageTitle } from '#platform/browser/page-title.ts';
import { buttonClass } from '#ui/button.tsx';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <div className="page-width flex min-h-[60dvh] flex-col items-center justify-center py-16 text-center">
      <EmptyLot />
      <h1 tabIndex={-1} className="mt-8 text-3xl sm:text-4xl">
        404 Page Not Found
      </h1>
      <p className="prose-width mt-3 text-balance text-muted">
        Nothing has been built at this address. It may have been moved, or the link may be incomplete.
      </p>
      <Link to="/" className={buttonClass({ className: 'mt-8' })}>
        Back to Home
      </Link>
    </div>
  );
}

function EmptyLot() {
  return (
    <svg
      viewBox="0 0 240 120"
      className="w-60 text-brass"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <g strokeWidth="1.5" strokeLinejoin="round">
        <path d="M18 108V46h44v62M26 58h10v12H26zM44 58h10v12H44zM26 82h10v12H26zM44 82h10v26M14 46h52" />
        <path d="M178 108V58l24-20 24 20v50M186 66h10v12h-10zM208 66h10v12h-10zM196 108V88h12v20" />
      </g>
      <g strokeWidth="1.5" strokeDasharray="4 5">
        <path d="M84 108V40h72v68M96 54h14v16H96zM130 54h14v16h-14zM112 108V84h16v24" />
      </g>
      <path d="M4 108h232" strokeWidth="2" />
    </svg>
  );
}
