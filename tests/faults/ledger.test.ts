import { describe, expect, test } from 'vitest';
import type { ShownCard } from '../e2e/screen.ts';
import { createLedger, type HeldByServer, type HeldOnPhone, type Value } from './ledger.ts';

const value = (remark: string): Value => ({ result: 'qualified', remark, photos: [] });
const card = (remark: string, mark: string): Record<string, ShownCard> => ({ p: { result: 'qualified', remark, photos: 0, mark } });
const A = value('a');
const B = value('b');
const nothingOnPhone: HeldOnPhone = { answers: new Map(), entries: new Map() };

const onPhone = (held: Value, carried = held): HeldOnPhone => ({
  answers: new Map([['p', { value: held, entryId: 'e' }]]),
  entries: new Map([['e', { kind: 'answer', state: 'waiting', value: carried, lastError: undefined }]]),
});
const onServer = (...arrived: Value[]): HeldByServer => ({
  answers: new Map(arrived.length === 0 ? [] : [['p', { value: arrived.at(-1)!, revision: arrived.length }]]),
  history: new Map([['p', arrived.map((each, index) => ({ value: each, revision: index + 1, isOwn: true, isConflict: false }))]]),
});

/** A was given and shown as saved, B was given and not yet shown so. */
function ledgerOfTwo() {
  const ledger = createLedger();
  ledger.give('p', A);
  ledger.noteShown(card('a', '已保存'));
  ledger.give('p', B);
  ledger.noteShown(card('b', '保存中'));
  return ledger;
}
const counts = (phone: HeldOnPhone, server: HeldByServer) => {
  const { missing, duplicated, altered } = ledgerOfTwo().compare(phone, server);
  return [missing.length, duplicated.length, altered.length];
};

describe('the checker', () => {
  test('is content with what is on the phone, on the server, or on both', () => {
    expect(counts(onPhone(A), onServer())).toEqual([0, 0, 0]);
    expect(counts(onPhone(B), onServer())).toEqual([0, 0, 0]);
    expect(counts(nothingOnPhone, onServer(A))).toEqual([0, 0, 0]);
    expect(counts(onPhone(B), onServer(A))).toEqual([0, 0, 0]);
    expect(counts(nothingOnPhone, onServer(A, B))).toEqual([0, 0, 0]);
  });

  test('finds what is missing', () => {
    expect(counts(nothingOnPhone, onServer())).toEqual([1, 0, 0]);
    expect(counts({ ...onPhone(A), entries: new Map() }, onServer())).toEqual([1, 0, 0]);
  });

  test('finds what arrived twice, or in another order', () => {
    expect(counts(nothingOnPhone, onServer(A, A))).toEqual([0, 1, 0]);
    expect(counts(nothingOnPhone, onServer(B, A))).toEqual([0, 1, 0]);
  });

  test('finds what is something else than was given', () => {
    expect(counts(onPhone(value('c')), onServer(A))).toEqual([0, 0, 1]);
    expect(counts(onPhone(A, B), onServer())).toEqual([0, 0, 1]);
    expect(counts(nothingOnPhone, onServer(A, value('c')))).toEqual([0, 0, 1]);
    const older = { ...onServer(A, B), answers: new Map([['p', { value: A, revision: 1 }]]) };
    expect(counts(nothingOnPhone, older)).toEqual([0, 0, 1]);
  });

  test('knows a value that lost against a colleague’s, and was chosen again, for one', () => {
    const history = [
      { value: value('colleague'), revision: 1, isOwn: false, isConflict: false },
      { value: A, revision: 1, isOwn: true, isConflict: true },
      { value: A, revision: 2, isOwn: true, isConflict: false },
    ];
    expect(counts(nothingOnPhone, { answers: new Map([['p', { value: A, revision: 2 }]]), history: new Map([['p', history]]) })).toEqual([0, 0, 0]);
  });

  test('finds what the screen does not show again, unless a colleague changed it', () => {
    const ledger = ledgerOfTwo();
    expect(ledger.lostOnScreen(card('b', '已送达'), new Set())).toEqual([]);
    expect(ledger.lostOnScreen(card('', ''), new Set())).toEqual(['p']);
    expect(ledger.lostOnScreen(card('colleague', '已送达'), new Set(['p']))).toEqual([]);
  });

  test('knows where the server has what was shown as saved last, or something newer', () => {
    const ledger = ledgerOfTwo();
    const other = { ...onServer(A), history: new Map([['p', [{ value: A, revision: 1, isOwn: false, isConflict: false }]]]) };
    expect([onServer(A), onServer(B), onServer(), other].map(ledger.arrived)).toEqual([['p'], ['p'], [], []]);
    ledger.noteShown(card('b', '已送达'));
    expect(ledger.arrived(onServer(A))).toEqual([]);
  });
});
