/** A row that came inside a JSON document, or directly: there its times are ISO text, here they are dates. */
export type InJson<Row> = {
  [Field in keyof Row]: Row[Field] extends Date
    ? Date | string
    : Row[Field] extends Date | null
      ? Date | string | null
      : Row[Field];
};

/** A time as the API shows it: ISO 8601, UTC, milliseconds. */
export const isoTime = (at: Date | string): string => (at instanceof Date ? at : new Date(at)).toISOString();
