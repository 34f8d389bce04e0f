/** The label of a field that is marked as required. */
export function RequiredLabel({ children }: { children: string }) {
  return (
    <>
      {children}
      <span aria-hidden="true" className="text-negative">
        {' *'}
      </span>
      <span className="sr-only"> (required)</span>
    </>
  );
}
