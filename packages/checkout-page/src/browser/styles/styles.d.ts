/** Styles are imported for their effect; the builder turns them into a file of their own. */
declare module '*.css';
