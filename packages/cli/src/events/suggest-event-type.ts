import { closestEventType, closestName, familiesOf, publicEventTypes } from '@mizan/contracts';

const families = [...familiesOf(publicEventTypes)];

/** `Did you mean payment_intent.succeeded?`, the type or family of types that a text is probably meant to be; undefined when none is. */
export function suggestEventType(text: string): string | undefined {
  const meant = closestEventType(text) ?? closestName(text, families) ?? publicEventTypes.find(contains(text));
  return meant && `Did you mean ${meant}?`;
}

const contains =
  (text: string) =>
  (type: string): boolean =>
    text !== '' && type.includes(text);
