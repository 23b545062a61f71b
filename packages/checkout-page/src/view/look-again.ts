/** Time between two looks at a payment whose buyer has returned without the client secret, seconds. */
export const lookAgainS = 4;

/** Looks at such a payment, together about a minute: nothing is loaded again without end. */
export const looksMax = 15;
