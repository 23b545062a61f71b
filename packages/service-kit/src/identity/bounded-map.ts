/** A map that forgets its oldest entry when full, so that what callers send cannot make it grow without end. */
export class BoundedMap<V> extends Map<string, V> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: string, value: V): this {
    if (this.size >= this.#max && !this.has(key)) this.delete(this.keys().next().value as string);
    return super.set(key, value);
  }
}
