import { expect } from 'vitest';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { refusalOf } from './checks.ts';
import { callProcedure, type Procedure, procedures } from './procedures.ts';
import type { Answer } from './stated-figures.ts';

export type Input = Record<string, unknown>;
type Row = Record<string, unknown>;

export interface Viewer {
  label: string;
  id: string;
  context: TrpcContext;
}

/** What has been answered so far, to take inputs from. */
export interface Answered {
  /** The rows that a list answered anyone, each once. */
  rowsOf(procedure: string): Row[];
  viewers: readonly Viewer[];
}

/** Inputs of the queries that need one that does not follow from their schema. */
export type ExampleInputs = Readonly<Record<string, (answered: Answered) => Input[]>>;

const MAX_PAGES = 5;
const PAGE = 100;

/** The inputs that fit a schema without knowing what it is about; null when none does. */
function plainInputs({ input }: Procedure, propertyIds: readonly number[]): Input[] | null {
  const fits = (one: unknown) => input === undefined || input.safeParse(one).success;
  if (fits({ limit: PAGE }) && input) return [{ limit: PAGE }];
  if (fits({})) return [{}];
  for (const name of ['propertyId', 'id']) {
    if (fits({ [name]: 1 }))
      return propertyIds.map((id) => ({
        [name]: id,
        ...(fits({ [name]: id, limit: PAGE }) && { limit: PAGE }),
      }));
  }
  return null;
}

/** Everything that every query answers these viewers, and the queries without an input. */
export async function everyAnswer(
  viewers: readonly Viewer[],
  propertyIds: readonly number[],
  examples: ExampleInputs,
): Promise<{ answers: Answer[]; withoutInput: string[] }> {
  const answers: Answer[] = [];
  const withoutInput: string[] = [];
  const answered: Answered = { viewers, rowsOf: (procedure) => rowsOf(answers, procedure) };
  const ask = async (procedure: string, input: Input) => {
    for (const { context, ...viewer } of viewers) {
      const answer = await wholeAnswer(context, procedure, input);
      if (answer !== null) answers.push({ procedure, input, viewer, answer });
    }
  };
  const queries = Object.entries(procedures()).filter(([, { type }]) => type === 'query');
  for (const [name, query] of queries) {
    if (examples[name]) continue;
    const inputs = plainInputs(query, propertyIds);
    if (!inputs) withoutInput.push(name);
    for (const input of inputs ?? []) await ask(name, input);
  }
  for (const [name, inputsFor] of Object.entries(examples)) {
    for (const input of inputsFor(answered)) await ask(name, input);
  }
  return { answers, withoutInput };
}

function rowsOf(answers: readonly Answer[], procedure: string): Row[] {
  const found = answers
    .filter((one) => one.procedure === procedure)
    .flatMap(({ answer }) =>
      Array.isArray(answer) ? answer : ((answer as { items?: Row[] }).items ?? [answer]),
    );
  return [...new Map(found.map((row) => [JSON.stringify(row), row])).values()];
}

/** An answer, with the rows of several pages where it is a page; null when it is refused, or there is none. */
async function wholeAnswer(context: TrpcContext, procedure: string, input: Input): Promise<unknown> {
  const call = async (page: Input) =>
    (await callProcedure(context, procedure, page)) as {
      items?: unknown[];
      nextCursor?: string | null;
    } | null;
  try {
    const answer = await call(input);
    if (!answer?.items) return answer;
    const items = [...answer.items];
    let { nextCursor } = answer;
    for (let page = 1; nextCursor && page < MAX_PAGES; page += 1) {
      const next = await call({ ...input, cursor: nextCursor });
      items.push(...(next?.items ?? []));
      nextCursor = next?.nextCursor;
    }
    return { ...answer, items };
  } catch (error) {
    const refusal = await refusalOf(Promise.reject(error));
    expect(refusal, `${procedure} ${JSON.stringify(input)}`).not.toBe('MALFORMED');
    return null;
  }
}
