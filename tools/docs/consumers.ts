import { consumerNames, durableOf, type EventType, type ServiceName } from '@mizan/contracts';
import ts from 'typescript';
import { nodesOf, serviceOf, type SourceFile } from '../structure/repository.ts';

/** A consumer as its service declares it. */
export interface DeclaredConsumer {
  readonly service: ServiceName;
  readonly name: string;
  /** The durable that brings its events, as the bus calls it: `catalog-purchases`. */
  readonly durable: string;
  readonly purpose: string;
  /** The types it handles; `public` when it handles every public one. */
  readonly types: readonly EventType[] | 'public';
  /** From the root of the repository. */
  readonly path: string;
}

/** The calls of `consumer({ name, purpose, on })` and `consumerOfAll({ name, purpose, … })` in the services. */
export const declaredConsumers = (sources: readonly SourceFile[]): DeclaredConsumer[] =>
  sources.flatMap(consumersIn).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

const orderOf = ({ durable, name }: DeclaredConsumer): string => `${durable} ${name}`;

function consumersIn(file: SourceFile): DeclaredConsumer[] {
  const service = serviceOf(file.path) as ServiceName | undefined;
  if (service === undefined) return [];
  return [...nodesOf(file.ast)].flatMap((node) => {
    if (!ts.isCallExpression(node) || !/^consumer(OfAll)?$/.test(node.expression.getText())) return [];
    const [definition] = node.arguments;
    if (!definition || !ts.isObjectLiteralExpression(definition)) throw unreadable(file, 'takes an object literal');
    const text = (name: string): string => {
      const value = valueOf(definition, name);
      if (!value || !ts.isStringLiteralLike(value)) throw unreadable(file, `has a ${name}, written out`);
      return value.text;
    };
    const isOfAll = node.expression.getText() === 'consumerOfAll';
    const types = isOfAll ? ('public' as const) : typesOf(valueOf(definition, 'on'), file);
    const name = text('name');
    return [{ service, name, durable: durableFor(service, name), purpose: text('purpose'), types, path: file.path }];
  });
}

/** @throws when the contracts do not know the consumer */
function durableFor(service: ServiceName, name: string): string {
  const found = Object.entries(consumerNames[service]).find(([, names]) => names.includes(name));
  if (!found)
    throw new Error(
      `${service} declares the consumer ${name}: add it to one of its durables in packages/contracts/src/consumer-names.ts.`,
    );
  return durableOf(service, found[0]);
}

const valueOf = (object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined =>
  object.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)?.initializer;

function typesOf(handlers: ts.Expression | undefined, file: SourceFile): EventType[] {
  if (!handlers || !ts.isObjectLiteralExpression(handlers)) throw unreadable(file, 'lists its event types');
  return handlers.properties.map((property) => {
    if (!property.name || !ts.isStringLiteral(property.name))
      throw unreadable(file, 'lists its event types one by one');
    return property.name.text as EventType;
  });
}

const unreadable = ({ path }: SourceFile, rule: string): Error =>
  new Error(`ARCHITECTURE.md is written from ${path}: a consumer ${rule}.`);
