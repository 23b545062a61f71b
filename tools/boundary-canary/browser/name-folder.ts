import { tmpdir } from 'node:os'; // no-restricted-imports
import { join } from 'path'; // no-restricted-imports

export const nameFolder = (name: string): string => join(tmpdir(), name);
