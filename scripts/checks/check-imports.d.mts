export type BrokenRule = { rule: string; from: string; to: string };

export const ruleNames: string[];

export function checkImports(folder: string): Promise<{ modules: number; violations: BrokenRule[] }>;
