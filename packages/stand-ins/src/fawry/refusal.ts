import { json, type Answer } from '../server/route.ts';

/** Why Fawry refuses a request. Its HTTP status is 200 all the same: the error is in the body. */
export class FawryRefusal extends Error {
  readonly answer: Answer;

  constructor(statusCode: number, statusDescription: string) {
    super(`${statusCode} ${statusDescription}`);
    this.answer = json(200, { type: 'ResponseDataModel', statusCode, statusDescription });
  }
}

export const wrongMerchant = (): FawryRefusal => new FawryRefusal(9901, 'Merchant code is not found.');
export const notFound = (): FawryRefusal => new FawryRefusal(9938, 'Payment is not found.');
export const missingReference = (): FawryRefusal => new FawryRefusal(9944, 'Reference number is missing.');
export const wrongSignature = (): FawryRefusal => new FawryRefusal(9946, 'Signature is not valid.');
/** Codes of these are not documented: the numbers are this stand-in's. */
export const duplicate = (): FawryRefusal => new FawryRefusal(9981, 'Duplicate merchant reference number.');
export const invalid = (field: string): FawryRefusal => new FawryRefusal(9982, `Blank or invalid ${field}.`);
export const wrongState = (message: string): FawryRefusal => new FawryRefusal(9983, message);
