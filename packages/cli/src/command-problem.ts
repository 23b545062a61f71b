/** Why a command cannot be done, as a sentence for whoever typed it. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem';
}
