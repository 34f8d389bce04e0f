/** Makes for each scope, such as a database or a platform, the one that all its users share, as long as it lives. */
export function memoizePer<Scope extends object, Made>(make: (scope: Scope) => Made): (scope: Scope) => Made {
  const made = new WeakMap<Scope, Made>();
  return (scope) => {
    const known = made.get(scope) ?? make(scope);
    made.set(scope, known);
    return known;
  };
}
