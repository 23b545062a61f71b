import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serviceNames, type ServiceName } from '@mizan/contracts';
import { columnNameOf } from '@mizan/service-kit';
import { describeTables, type TableDescription } from '@mizan/service-kit/schema';

const root = new URL('../../', import.meta.url);

/** The table module of each file of entities: what a running service knows of its columns, without the mapper. */
export async function tableModules(): Promise<{ path: string; source: string }[]> {
  const modules = await Promise.all(serviceNames.map(modulesOf));
  return modules.flat();
}

/** Table modules that no file of entities stands beside any more. */
export async function orphanedTableModules(): Promise<string[]> {
  const orphans: string[] = [];
  for await (const file of glob('services/*/src/**/*.table.ts', { cwd: fileURLToPath(root) }))
    if (!existsSync(new URL(file.replace(/\.table\.ts$/, '.entity.ts'), root))) orphans.push(file);
  return orphans;
}

async function modulesOf(service: ServiceName): Promise<{ path: string; source: string }[]> {
  const folder = new URL(`services/${service}/`, root);
  const tables = await describeTables(() => import(new URL('mikro-orm.config.ts', folder).href));
  const files: string[] = [];
  for await (const file of glob('src/**/*.entity.ts', { cwd: fileURLToPath(folder) })) files.push(file);
  const modules = files.sort().map(async (file) => {
    const exported = (await import(pathToFileURL(`${fileURLToPath(folder)}${file}`).href)) as Record<string, unknown>;
    const found = tables.flatMap((table) => {
      const [name] = Object.entries(exported).find(([, value]) => value === table.entity) ?? [];
      return name === undefined ? [] : [{ name, table }];
    });
    const path = `services/${service}/${dirname(file)}/${basename(file, '.entity.ts')}.table.ts`;
    return { path, source: sourceOf(basename(file), found) };
  });
  return Promise.all(modules);
}

function sourceOf(file: string, found: readonly { name: string; table: TableDescription }[]): string {
  const imported = found.map(({ name }) => name).sort();
  return `// Generated from ${file} by \`npm run docs\`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ${imported.join(', ')} } from './${file}';

${found.map(({ name, table }) => declarationOf(name, table)).join('\n')}`;
}

const declarationOf = (entity: string, { name, columns }: TableDescription): string => `
/** The table of {@link ${entity}}. */
export const ${camelCase(name)} = table<InferEntity<typeof ${entity}>>('${name}', {
${columns.map((each) => `  ${propertyOf(name, each)}: '${storedType(each.type)}',`).join('\n')}
});`;

function propertyOf(table: string, { property, column }: TableDescription['columns'][number]): string {
  if (columnNameOf(property) !== column)
    throw new Error(`${table}.${column} must be the property ${camelCase(column)} of its entity, not ${property}.`);
  return property;
}

/** What a value of the column is, apart from how a new one is made. */
const storedType = (type: string): string => ({ bigserial: 'bigint', serial: 'int' })[type] ?? type;

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
