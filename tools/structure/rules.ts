import type { Floors } from '../lint/floors-rule.ts';
import { columnsByHand, filesListing } from './columns.ts';
import { unlistedImports } from './dependencies.ts';
import { tablesOf } from './entities.ts';
import { exceptions } from './exceptions.ts';
import { knotsOf, upwardImports } from './floors.ts';
import { unlintedFiles } from './lint-coverage.ts';
import { misplacedOperations, type Owners } from './operations.ts';
import { longFunctions } from './parameters.ts';
import type { Breach, SourceFile } from './repository.ts';
import { hiddenState } from './state.ts';
import { foreignRows } from './tenancy.ts';

/** What the rules look at. */
export interface Repository {
  readonly root: string;
  readonly sources: readonly SourceFile[];
  readonly floors: Floors;
  readonly owners: Owners;
}

interface Measured {
  readonly breaches: readonly Breach[];
  /** A number worth seeing beside the breaches. */
  readonly note?: string;
}

/** Files that may list the columns of a session, beside its entity and the table generated from it. */
const maxSessionFiles = 2;

/** Every rule, by the name under which it can be run alone. */
export const rules: Readonly<Record<string, (repository: Repository) => Measured | Promise<Measured>>> = {
  floors: ({ sources, floors }) => {
    const knots = knotsOf(sources);
    return {
      breaches: upwardImports(sources, floors),
      note: `knots: ${knots.length === 0 ? 'none' : knots.join('; ')}`,
    };
  },
  operations: ({ sources, owners }) => {
    const breaches = misplacedOperations(sources, owners);
    const total = Object.keys(owners).length;
    return { breaches, note: `${total - breaches.length} of ${total} operations have a file of their name` };
  },
  state: ({ sources }) => ({ breaches: hiddenState(sources).filter(without(exceptions.state)) }),
  parameters: ({ sources }) => ({ breaches: longFunctions(sources).filter(without(exceptions.parameters)) }),
  lint: async ({ root }) => ({ breaches: await unlintedFiles(root) }),
  columns: ({ sources }) => {
    const sessions = tablesOf(sources).find(({ name }) => name === 'checkout_sessions');
    const files = sessions ? filesListing(sources, sessions) : [];
    const tooMany = files
      .slice(maxSessionFiles)
      .map((path) => ({ path, line: 1, message: 'lists columns of checkout_sessions' }));
    return {
      breaches: [...columnsByHand(sources), ...tooMany],
      note: `${files.length} files list columns of a session`,
    };
  },
  dependencies: ({ root }) => ({ breaches: unlistedImports(root).filter(without(exceptions.dependencies)) }),
  tenancy: ({ sources }) => ({ breaches: foreignRows(sources, tablesOf(sources)) }),
};

/** Runs one rule. */
export async function measure(name: string, repository: Repository): Promise<Measured> {
  const rule = rules[name];
  if (!rule) throw new Error(`bug: no rule ${name}`);
  return rule(repository);
}

/** Leaves out what is excepted by `<path>: <name>`. */
const without = (excepted: Readonly<Record<string, string>>) => {
  const keys = Object.keys(excepted);
  return ({ path, name }: Breach): boolean => !keys.includes(`${path}: ${name}`);
};
