import { calls, operations, serviceNames, type CallerName } from '@mizan/contracts';
import { at, labelsAt, listAt, type JsonObject, type Manifest } from './objects.ts';

/** `checkout -> payments`: the first may open a connection to the second. */
export type Edge = `${CallerName} -> ${CallerName}`;

const innerPort = 9000;
const nameLabel = 'app.kubernetes.io/name';

/** The connections that the contracts require: from the gateway to each owner of an operation, and from callers to the called. */
export function contractEdges(): Set<Edge> {
  const routed = Object.values(operations).map(({ service }): Edge => `gateway -> ${service}`);
  const called = Object.values(calls).flatMap(({ from, to }) => from.map((caller): Edge => `${caller} -> ${to}`));
  return new Set([...routed, ...called]);
}

/**
 * The connections that the network policies allow at one end; a connection must be allowed at both ends.
 *
 * @param end `Ingress`: the connections that pods accept; `Egress`: the connections that pods may open
 */
export function policyEdges(manifests: readonly Manifest[], end: 'Ingress' | 'Egress'): Set<Edge> {
  const pods = [...serviceNames, 'bus-keeper' as const].map((name) => ({ name, labels: podLabels(manifests, name) }));
  const edges = new Set<Edge>();
  for (const policy of manifests.filter(({ kind }) => kind === 'NetworkPolicy')) {
    const selected = pods.filter(({ labels }) => matches(at(policy, 'spec', 'podSelector'), labels));
    const [rules, peers] = end === 'Ingress' ? ['ingress', 'from'] : ['egress', 'to'];
    for (const rule of listAt(policy, 'spec', rules)) {
      if (!opens(rule, innerPort)) continue;
      const others = pods.filter(({ labels }) => listAt(rule, peers).some((peer) => isPeer(peer, labels)));
      for (const one of selected)
        for (const other of others)
          edges.add(end === 'Ingress' ? `${other.name} -> ${one.name}` : `${one.name} -> ${other.name}`);
    }
  }
  return edges;
}

function podLabels(manifests: readonly Manifest[], name: CallerName): Record<string, string> {
  const deployment = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  if (!deployment) throw new Error(`there is no Deployment of ${name}`);
  return labelsAt(deployment, 'spec', 'template', 'metadata', 'labels');
}

/** A peer in this namespace: rules about other namespaces and addresses are none of the services' business. */
const isPeer = (peer: JsonObject, labels: Record<string, string>): boolean =>
  peer['namespaceSelector'] === undefined && peer['podSelector'] !== undefined && matches(peer['podSelector'], labels);

const opens = (rule: JsonObject, port: number): boolean =>
  rule['ports'] === undefined || listAt(rule, 'ports').some((each) => each['port'] === port);

/** Whether a label selector takes these labels. @throws Error for operators that the manifests do not use */
export function matches(selector: JsonObject[string] | undefined, labels: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(labelsAt(selector, 'matchLabels'));
  return (
    wanted.every(([key, value]) => labels[key] === value) &&
    listAt(selector, 'matchExpressions').every(({ key, operator, values }) => {
      if (operator !== 'In')
        throw new Error(`the check does not know the operator ${String(operator)} on ${nameLabel}`);
      return (values as string[]).includes(labels[String(key)] ?? '');
    })
  );
}
