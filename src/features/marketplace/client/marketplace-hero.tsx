const STEPS = [
  { title: 'Choose a property', text: 'Compare price, yield and how much is still available.' },
  {
    title: 'Buy shares',
    text: 'One share is usually enough. You see the fee and the total before you confirm.',
  },
  {
    title: 'Receive your share of the rent',
    text: 'Rent is paid out every quarter, in proportion to your shares.',
  },
];

export function MarketplaceHero() {
  return (
    <section className="border-b border-line bg-secondary/50">
      <div className="page-width grid gap-5 py-6 sm:gap-7 sm:py-14 lg:grid-cols-[1.1fr_1fr] lg:items-center lg:gap-16">
        <div>
          <p className="text-sm font-semibold tracking-wide text-brass uppercase">Marketplace</p>
          <h1 tabIndex={-1} className="mt-1 text-3xl sm:mt-2 sm:text-5xl">
            Find a property to invest in
          </h1>
          <p className="mt-2 max-w-xl sm:mt-4 text-muted sm:text-lg">
            Every property here has been reviewed. You see what it costs, what it earns and how much of it is
            already owned by others.
          </p>
        </div>
        <div>
          <h2 className="text-xl">How it works</h2>
          <ol className="mt-3 grid grid-cols-3 gap-3 sm:mt-4 sm:grid-cols-1 sm:gap-4">
            {STEPS.map((step, index) => (
              <li key={step.title} className="flex flex-col gap-2 sm:flex-row sm:gap-4">
                <span
                  aria-hidden="true"
                  className="grid size-7 shrink-0 max-sm:text-sm sm:size-9 place-items-center rounded-full border border-brass/40 font-serif font-semibold text-brass"
                >
                  {index + 1}
                </span>
                <span>
                  <span className="block text-sm font-semibold sm:text-base">{step.title}</span>
                  <span className="hidden text-muted sm:block">{step.text}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
