import { builtinModules } from 'node:module';
import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import { floors } from './tools/lint/floors.mjs';
import { floorsRule } from './tools/lint/floors-rule.ts';

const tests = ['**/*.test.ts', '**/*.test-support.ts'];
const canary = 'tools/boundary-canary/**/*.ts';
const browserCanary = 'tools/boundary-canary/browser/*.ts';
/** What ships and runs for a merchant, as opposed to what builds, drives and measures it. */
const product = [
  'services/**/*.ts',
  'packages/{contracts,money,service-kit,checkout-page,cli,sdk}/**/*.{ts,tsx}',
  canary,
];

/** Who may import whom. Tags are in each project's package.json or project.json. */
const mayImport = {
  'type:contracts': [],
  'type:money': [],
  'type:kit': ['type:contracts'],
  'type:service': ['type:contracts', 'type:money', 'type:kit', 'type:page'],
  'type:page': ['type:contracts'], // what a buyer's browser loads
  'type:cli': ['type:contracts', 'type:money'],
  'type:sdk': [], // it is published: merchants install it alone
  'type:bus': ['type:sdk'], // so is this: it carries a copy of the types
  'type:stack': ['type:contracts'],
  'type:testing': ['type:contracts', 'type:kit', 'type:stack'],
  'type:stand-ins': [], // written from a provider's documents: nothing of ours may leak into it
  'type:tools': ['type:contracts', 'type:money', 'type:kit', 'type:stack', 'type:service', 'type:stand-ins'],
  'type:e2e': [
    'type:contracts',
    'type:money',
    'type:kit',
    'type:stack',
    'type:testing',
    'type:stand-ins',
    'type:service',
    'type:page',
  ],
  'type:bench': ['type:contracts', 'type:money', 'type:kit', 'type:stack', 'type:service', 'type:page'],
};

const boundaries = (allowedInTests) => [
  'error',
  {
    depConstraints: [
      ...Object.entries(mayImport).map(([sourceTag, targets]) => ({
        sourceTag,
        onlyDependOnLibsWithTags: [...targets, ...allowedInTests],
      })),
      ...(allowedInTests.length > 0
        ? []
        : [
            { sourceTag: 'type:contracts', allowedExternalImports: ['zod', 'zod/*'] },
            { sourceTag: 'type:money', allowedExternalImports: [] },
            { sourceTag: 'type:page', allowedExternalImports: ['preact', 'preact/*', 'vite', 'node:*'] },
          ]),
    ],
    // The kit is tested with the harness, which boots services through the kit.
    ignoredCircularDependencies: [['@mizan/service-kit', '@mizan/testing']],
    allow: [],
  },
];

const onlyTheKit = (group, what) => ({
  group,
  message: `Only packages/service-kit talks to ${what}; use what it exports.`,
});
const infrastructure = [
  onlyTheKit(['@nats-io/*', 'nats'], 'NATS'),
  onlyTheKit(['pg', 'pg-*', '!pg-promise'], 'PostgreSQL directly'),
  onlyTheKit(['@opentelemetry/sdk-*', '@opentelemetry/exporter-*'], 'the OpenTelemetry SDK'),
];
const harness = { group: ['@mizan/testing', '@mizan/testing/*'], message: 'Tests alone import the harness.' };
const web = {
  group: ['express', 'express/*'],
  message: 'Rules know nothing of HTTP: entities and verbs never import express.',
};
const modulesOfNode = {
  regex: `^(node:|(${builtinModules.join('|')})($|/))`,
  message: 'Browsers load contracts and money, too: they import no module of Node.',
};
const restrict = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

export default defineConfig(
  globalIgnores(['**/node_modules', '**/dist', '**/coverage', '.mizan', '.nx']),
  {
    files: ['**/*.{ts,tsx,mjs,js}'],
    extends: [js.configs.recommended, ts.configs.recommended, ts.configs.stylistic],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      'object-shorthand': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unused-expressions': ['error', { allowTaggedTemplates: true }], // tx.alongCommit`…`
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setTimeout: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
  {
    files: [
      'examples/**/*.js',
      'packages/stand-ins/src/**/*.js',
      'services/payments/src/providers/**/*.js',
      'services/gateway/src/documents/browser/*.js',
    ],
    languageOptions: {
      globals: {
        document: 'readonly',
        window: 'readonly',
        fetch: 'readonly',
        location: 'readonly',
        localStorage: 'readonly',
        navigator: 'readonly',
        setTimeout: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        ResizeObserver: 'readonly',
      },
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: { '@nx/enforce-module-boundaries': boundaries([]) },
  },
  {
    files: Object.keys(floors).map((owner) => `${owner}/src/**/*.{ts,tsx}`),
    plugins: { mizan: { rules: { floors: floorsRule } } },
    rules: { 'mizan/floors': ['error', floors] },
  },
  {
    // Rules that need types take most of the time; the two pure packages have no promise to forget.
    files: ['**/*.{ts,tsx}'],
    ignores: ['packages/{contracts,money}/**'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, properties: false } },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  { files: product, ignores: ['packages/service-kit/**', ...tests], rules: restrict(...infrastructure, harness) },
  { files: ['packages/service-kit/**/*.ts'], ignores: tests, rules: restrict(harness) },
  {
    // Of the services only the gateway's edge speaks HTTP itself; the others answer through the kit.
    files: ['services/**/*.ts', canary],
    ignores: ['services/gateway/src/**', ...tests],
    rules: restrict(...infrastructure, harness, web),
  },
  {
    files: ['services/gateway/src/{accounts,api-keys}/**/*.ts', '**/*.{entity,resource}.ts'],
    ignores: tests,
    rules: restrict(...infrastructure, harness, web),
  },
  {
    files: ['packages/{contracts,money}/**/*.ts', browserCanary],
    ignores: tests,
    rules: restrict(...infrastructure, harness, modulesOfNode),
  },
  {
    files: ['services/**/*.ts', canary],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name=/^(flush|commit|rollback)$/]',
          message: 'Only the kit flushes and commits: a verb ends with its transaction.',
        },
      ],
    },
  },
  {
    files: tests,
    rules: { '@nx/enforce-module-boundaries': boundaries(['type:testing', 'type:stack', 'type:stand-ins']) },
  },
);
