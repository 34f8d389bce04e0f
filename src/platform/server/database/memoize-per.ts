/** Makes a value once for each scope object, such as a database or a platform. It lives as long as its scope. */
export function memoizePer<Scope extends object, Value>(
  make: (scope: Scope) => Value,
): (scope: Scope) => Value {
  const values = new WeakMap<Scope, Value>();
  return (scope) => {
    const value = values.get(scope) ?? make(scope);
    values.set(scope, value);
    return value;
  };
}
