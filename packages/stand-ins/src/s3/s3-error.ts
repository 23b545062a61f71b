/** An answer of S3 that is an error. */
export class S3Error extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message = code) {
    super(message);
    this.code = code;
    this.status = status;
  }

  toXml(): string {
    return `<?xml version="1.0" encoding="UTF-8"?><Error>${tag('Code', this.code)}${tag('Message', this.message)}</Error>`;
  }
}

/** An element with text. */
export const tag = (name: string, text: string): string =>
  `<${name}>${text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)}</${name}>`;
