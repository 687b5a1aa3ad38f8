import { describe, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code, SUCCESS_TEXT } from '#contract/codes.ts';
import { LOGIN_TYPE, REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/paging.ts';
import { specifiedCalls } from '../support/specification.ts';

const registered = new Set<string>(Object.values(apiPaths).map(({ method, path }) => `${method} ${path}`));

describe('calls of the specification’s section 7', () => {
  it.each(specifiedCalls.map(({ method, path }) => `${method} ${path}`))('%s', (call) => {
    expect(registered).toContain(call);
  });
});

it('constants of the specification’s section 9 that both sides share', () => {
  expect({ LOGIN_TYPE, REQUEST_TIMEOUT_MS, DEFAULT_PAGE_SIZE, PAGE_SIZES, SUCCESS_TEXT }).toEqual({
    LOGIN_TYPE: 9,
    REQUEST_TIMEOUT_MS: 30_000,
    DEFAULT_PAGE_SIZE: 10,
    PAGE_SIZES: [10, 20, 30, 50],
    SUCCESS_TEXT: '操作成功',
  });
  expect([code.success, code.signedOut]).toEqual([1000, 4001]);
});
