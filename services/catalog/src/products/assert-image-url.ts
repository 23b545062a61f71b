import { Problem, type Scope } from '@mizan/service-kit';

/**
 * Refuses an image URL that is not https. Test mode also accepts localhost and the platform's own uploads, wherever it
 * runs.
 *
 * @param publicUrl base address of the platform, without a trailing slash
 * @throws Problem `parameter_invalid`
 */
export function assertImageUrl({ livemode }: Scope, image: string | null | undefined, publicUrl: string): void {
  if (image === null || image === undefined) return;
  const { protocol, hostname, href } = new URL(image);
  if (protocol === 'https:') return;
  if (!livemode && (hostname === 'localhost' || href.startsWith(new URL(`${publicUrl}/files/`).href))) return;
  throw new Problem('parameter_invalid', 'image must be an https URL.', { param: 'image' });
}
