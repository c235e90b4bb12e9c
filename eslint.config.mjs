import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  {
    ignores: [
      'target/',
      '**/dist/',
      '**/node_modules/',
      'packages/gasoline-wire/src/index.ts',
      'e2e/test-results/',
      // What the server writes for others.
      'crates/gasoline-core/tests/codegen/',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Cycles and package edges are the business of scripts/check-imports.mjs.
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Export by name.' }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Shares a realm with the page, which may replace any method: ours are taken at start and applied later, and
    // arrays are walked by index because iteration is a method too.
    files: [
      'packages/gasoline-capture/src/**',
      'packages/gasoline-ci/src/**',
      'packages/gasoline-extension/src/channel.ts',
      'packages/gasoline-live/src/page.ts',
    ],
    rules: {
      '@typescript-eslint/prefer-for-of': 'off',
      '@typescript-eslint/prefer-string-starts-ends-with': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/test/**', 'e2e/**'],
    rules: {
      'max-lines-per-function': 'off',
      // Vitest's matchers (`expect.stringMatching`) are `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // The tool asks for a default export.
    files: ['**/*.config.ts', '**/*-reporter.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
