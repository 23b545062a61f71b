import { join } from 'node:path';
import { repositoryRoot } from '@mizan/stack/home';
import ts from 'typescript';
import { nameOf, type Manifest } from './objects.ts';

type Model = new (manifest: Manifest) => { validate(): void };
interface ValidationError extends Error {
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[];
}

/** Where the schemas of an API come from: Kubernetes' own, and CloudNativePG's. */
function moduleOf(apiVersion: string): string {
  return apiVersion.startsWith('postgresql.cnpg.io/')
    ? `@kubernetes-models/cloudnative-pg/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;
}

/**
 * What the API server would refuse about these objects, one sentence each: values against the OpenAPI schemas of
 * Kubernetes, and fields that no schema knows, which a server in its strict mode refuses and otherwise drops silently.
 */
export async function validate(manifests: readonly Manifest[]): Promise<string[]> {
  const wrong = await Promise.all(manifests.map(wrongValues));
  return [...wrong.flat(), ...unknownFields(manifests)];
}

async function wrongValues(manifest: Manifest): Promise<string[]> {
  const name = nameOf(manifest);
  let models: Record<string, Model | undefined>;
  try {
    models = (await import(moduleOf(manifest.apiVersion))) as typeof models;
  } catch {
    return [`${name}: there is no API ${manifest.apiVersion}`];
  }
  const model = models[manifest.kind];
  if (!model) return [`${name}: ${manifest.apiVersion} has no kind ${manifest.kind}`];
  try {
    new model(manifest).validate();
    return [];
  } catch (thrown) {
    const { errors, message } = thrown as ValidationError;
    return errors ? errors.map((each) => `${name}: ${each.instancePath} ${each.message}`) : [`${name}: ${message}`];
  }
}

/** Files of the packages, which the compiler reads and parses once for every call. */
const parsed = new Map<string, ts.SourceFile>();

/**
 * The schemas' validators are compiled and let unknown fields pass, but the same package brings their types: the
 * compiler refuses a field in an object literal that its type does not have, however deep.
 */
function unknownFields(manifests: readonly Manifest[]): string[] {
  const file = join(repositoryRoot, 'tools', 'kubernetes', 'manifests-to-check.ts'); // in memory only
  const text = manifests
    .map(({ apiVersion, kind, ...rest }, index) => {
      const literal = JSON.stringify({ apiVersion, kind, ...rest });
      return `import { type I${kind} as T${index} } from '${moduleOf(apiVersion)}';\nconst o${index}: T${index} = ${literal};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? text : readFile(name));
  host.getSourceFile = (name, languageVersion, ...more) => {
    if (name === file) return ts.createSourceFile(name, text, languageVersion);
    const source = parsed.get(name) ?? getSourceFile(name, languageVersion, ...more);
    if (source) parsed.set(name, source);
    return source;
  };
  const program = ts.createProgram([file], options, host);
  return program.getSemanticDiagnostics(program.getSourceFile(file)).map((diagnostic) => {
    const line = program.getSourceFile(file)?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
    const manifest = manifests[Math.floor(line / 2)];
    return `${manifest ? nameOf(manifest) : file}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`;
  });
}
