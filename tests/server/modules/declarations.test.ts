import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTACHMENT_MAX_BYTES, PIECE_BYTES } from '#contract/limits.ts';
import { purgePieces } from '../../../server/modules/files/upload-piece-service.ts';
import { makeEncryptedPdf } from '../../support/pdf.ts';
import { hashOf, makePdf, type NewDeclaration, newDeclaration, sendPiece, uploadInPieces } from '../support/declaration-fixture.ts';
import { type Account, companies, depts } from '../support/fixture.ts';
import { makePhoto, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess } from '../support/task-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const add = (type: number, body: NewDeclaration, as: Account = 'staff01') => server.call('addSelfDeclare', { params: { type }, body }, { as });
const added = async (type: number, fields: Partial<NewDeclaration> = {}, as: Account = 'staff01') => expectSuccess(await add(type, newDeclaration(fields), as)).id;
const read = (type: number, id: string, as: Account = 'staff01') => server.call('readSelfDeclare', { params: { type, id } }, { as });
const detail = async (type: number, id: string, as: Account = 'staff01') => expectSuccess(await read(type, id, as));
const change = async (type: number, id: string, fields: Partial<NewDeclaration>, as: Account = 'staff01', revision = 1) => {
  const { id: _unused, ...rest } = newDeclaration(fields);
  return server.call('updateSelfDeclare', { body: { selfDeclaredType: type, selfDeclaredId: id, revision, ...rest } }, { as });
};
const remove = (type: number, ids: string[], as: Account = 'staff01') =>
  server.call('batchDeleteSelfDeclare', { body: { selfDeclaredType: type, selfDeclaredId: ids } }, { as });
const list = async (type: number, query: Record<string, string>, as: Account) =>
  expectSuccess(await server.call('querySelfDeclarePage', { params: { type }, query }, { as }));

describe('a declaration', () => {
  test('is made once, however often its request arrives', async () => {
    const body = newDeclaration({ title: '二〇二六年自查计划', body: '每季度一次' });
    const answers = await Promise.all([add(0, body), add(0, body), add(0, body)]);
    expect(answers.map(({ code }) => code)).toEqual([1000, 1000, 1000]);
    expect(await list(0, { title: '二〇二六年自查计划' }, 'staff01')).toMatchObject({ total: 1, records: [{ id: body.id, status: 'draft', deptName: '内科', mayChange: true }] });
    expect(await add(0, { ...body, body: '每月一次' })).toMatchObject({ status: 409, code: 4009, message: '该记录已经保存过，请返回列表打开它再修改' });
    expect(await add(0, body, 'staff02')).toMatchObject({ code: 4009, message: '该编号已被使用，请刷新页面后重新填写' });
  });

  test('is made once, also when its requests meet in the database', async () => {
    for (let round = 0; round < 15; round += 1) {
      const body = newDeclaration({ title: `同时到达 ${round}` });
      const answers = await Promise.all(Array.from({ length: 4 }, () => add(0, body)));
      expect(answers.map(({ code }) => code)).toEqual([1000, 1000, 1000, 1000]);
    }
    expect(await list(0, { title: '同时到达' }, 'staff01')).toMatchObject({ total: 15 });
  });

  test('is searched by year, title and status, newest first', async () => {
    const [older, newer] = [await added(2, { title: '风险评估甲', year: 2025 }), await added(2, { title: '风险评估乙', status: 'declared' })];
    const found = async (query: Record<string, string>) => (await list(2, query, 'staff01')).records.map(({ id }) => id);
    expect(await found({})).toEqual([newer, older]);
    expect(await found({ year: '2025' })).toEqual([older]);
    expect(await found({ title: '乙' })).toEqual([newer]);
    expect(await found({ title: '%' })).toEqual([]);
    expect(await found({ status: 'draft' })).toEqual([older]);
    expect(await found({ pageNum: '2', pageSize: '10' })).toEqual([]);
  });

  test('is seen by its department and by administrators of its company, under its own type only', async () => {
    const id = await added(0, { title: '内科计划' });
    expect(await detail(0, id, 'staff02')).toMatchObject({ title: '内科计划', mayChange: true });
    expect(await detail(0, id, 'admin01')).toMatchObject({ title: '内科计划' });
    for (const [type, as] of [[0, 'staff03'], [0, 'staff91'], [0, 'admin91'], [1, 'staff01']] as const) {
      expect(await read(type, id, as)).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    }
    expect((await list(0, { deptId: depts.internal.id }, 'staff03')).records.map((record) => record.id)).not.toContain(id);
    expect((await list(0, { deptId: depts.surgery.id }, 'admin01')).records.map((record) => record.id)).not.toContain(id);
    expect((await list(0, {}, 'admin01')).records.map((record) => record.id)).toContain(id);
  });

  test('has the fields of its type only, each checked by its rule', async () => {
    const hours = await added(1, { trainingHours: '2.5' });
    expect(await detail(1, hours)).toMatchObject({ trainingHours: '2.5', website: '' });
    expect(await add(1, newDeclaration({ trainingHours: '2.55' }))).toMatchObject({ code: 4022, message: '只能输入数字，最多一位小数' });
    expect(await add(0, newDeclaration({ trainingHours: '2' }))).toMatchObject({ code: 4022, details: [{ field: 'trainingHours' }] });
    expect(await add(4, newDeclaration({ website: 'example' }))).toMatchObject({ code: 4022, message: 'URL个数错误' });
    expect(await add(4, newDeclaration({ website: 'https://example.com/gs' }))).toMatchObject({ code: 1000 });
    expect(await add(0, newDeclaration({ title: ' ' }))).toMatchObject({ code: 4022, message: '必填项不能为空' });
    expect(await add(0, newDeclaration({ body: '', status: 'declared' }))).toMatchObject({ code: 4022, message: '请填写正文或上传附件后再申报' });
  });
});

describe('changing', () => {
  test('keeps every state, and tells who was quicker', async () => {
    const id = await added(0, { title: '计划一' });
    expect(expectSuccess(await change(0, id, { title: '计划二' }, 'staff02')).revision).toBe(2);
    expect(await change(0, id, { title: '计划三' })).toMatchObject({
      status: 409,
      code: 4009,
      message: expect.stringMatching(/^李内二已于 \d{4}-\d{2}-\d{2} \d{2}:\d{2} 修改过这条记录/),
    });
    expect(await detail(0, id)).toMatchObject({ title: '计划二', revision: 2, updatedByName: '李内二', createdByName: '张内一' });
    const history = await server.context.db.selectFrom('declaration_history').select(['deed', 'revision', 'content']).where('declaration_id', '=', id).orderBy('revision').execute();
    expect(history.map(({ deed, revision, content }) => [deed, revision, (JSON.parse(content) as NewDeclaration).title])).toEqual([
      ['add', 1, '计划一'],
      ['update', 2, '计划二'],
    ]);
  });

  test('of two at once, one wins', async () => {
    const id = await added(0);
    const answers = await Promise.all(['甲', '乙', '丙'].map((title) => change(0, id, { title })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([1000, 4009, 4009]);
  });

  test('what is declared is an administrator’s to change, to give back and to delete', async () => {
    const id = await added(0, { title: '已申报计划', status: 'declared' });
    expect(await detail(0, id)).toMatchObject({ status: 'declared', declaredByName: '张内一', mayChange: false, declaredAt: server.clock.now().toISOString() });
    expect(await change(0, id, { title: '改' })).toMatchObject({ status: 409, message: '已申报的记录只能由管理员修改，如有错误请联系本机构管理员' });
    expect(await remove(0, [id])).toMatchObject({ code: 4009, message: '《已申报计划》已申报，只能由管理员删除。本次没有删除任何记录' });
    expectSuccess(await change(0, id, { title: '更正后', status: 'declared' }, 'admin01'));
    expect(await detail(0, id)).toMatchObject({ title: '更正后', declaredByName: '张内一', deptName: '内科' });
    expectSuccess(await change(0, id, { title: '更正后', status: 'draft' }, 'admin01', 2));
    expect(await detail(0, id)).toMatchObject({ status: 'draft', declaredAt: null, mayChange: true });
  });

  test('deletes all that were chosen or none, and keeps what they said', async () => {
    const [first, second] = [await added(0, { title: '待删' }), await added(0)];
    expect(await remove(0, [first, uuidv7()])).toMatchObject({ code: 4004 });
    expect(expectSuccess(await remove(0, [first, second, first]))).toEqual({ deletedCount: 2 });
    expect(await read(0, first)).toMatchObject({ code: 4004 });
    const last = await server.context.db.selectFrom('declaration_history').select(['deed', 'content']).where('declaration_id', '=', first).orderBy('revision', 'desc').executeTakeFirstOrThrow();
    expect(last).toMatchObject({ deed: 'delete', content: expect.stringContaining('待删') });
    const audits = await server.context.db.selectFrom('audit_record').select('action').where('object_id', '=', first).execute();
    expect(audits.map(({ action }) => action).toSorted()).toEqual(['declaration.add', 'declaration.delete']);
  });
});

describe('a signature', () => {
  const picture = async (seed: number) => uploaded(server, await makePhoto(seed, 'png'));

  test('belongs to the text that was signed', async () => {
    const signature = { signerName: '阿依古丽·买买提', sha256: await picture(1) };
    const id = await added(6, { signature });
    const signed = await detail(6, id);
    expect(signed).toMatchObject({ isSigned: true, signature: { signerName: '阿依古丽·买买提', signedAt: server.clock.now().toISOString() } });
    expect(await change(6, id, { body: '别的承诺', signature })).toMatchObject({ code: 4022, message: '承诺内容、附件或签名人已修改，请重新签名' });
    expectSuccess(await change(6, id, { signature, status: 'declared' }));
    expect((await detail(6, id)).signature).toEqual(signed.signature);
    expectSuccess(await change(6, id, { body: '别的承诺' }, 'admin01', 2));
    expect(await detail(6, id)).toMatchObject({ isSigned: false, signature: null });
  });

  test('belongs to the attachments and to whoever signed, too', async () => {
    const signature = { signerName: '张三', sha256: await picture(3) };
    const [signed, other] = [await uploadInPieces(server, makePdf('signed')), await uploadInPieces(server, makePdf('other'))];
    const kept = { attachments: [{ sha256: signed, name: '承诺书.pdf' }], signature };
    const id = await added(6, kept);
    for (const fields of [
      { ...kept, attachments: [{ sha256: other, name: '承诺书.pdf' }] },
      { ...kept, attachments: [...kept.attachments, { sha256: other, name: '补充.pdf' }] },
      { ...kept, attachments: [] },
      { ...kept, signature: { ...signature, signerName: '李四' } },
    ]) {
      expect(await change(6, id, fields)).toMatchObject({ code: 4022, details: [{ field: 'signature', message: '承诺内容、附件或签名人已修改，请重新签名' }] });
    }
    expectSuccess(await change(6, id, { ...kept, attachments: [{ sha256: signed, name: '改名.pdf' }] }));
    expectSuccess(await change(6, id, { attachments: [{ sha256: other, name: '承诺书.pdf' }], signature: { signerName: '李四', sha256: await picture(4) } }, 'staff01', 2));
  });

  test('is of whoever has an account, whatever the script and the dots of the name', async () => {
    for (const [index, signerName] of ['艾力•买买提', '艾力・买买提', 'Anna-Maria Müller', '𠮷野', 'Muhammad '.repeat(5).trim()].entries()) {
      const id = await added(6, { signature: { signerName, sha256: await picture(10 + index) } });
      expect((await detail(6, id)).signature).toMatchObject({ signerName });
      const answer = await server.call('addCompanyAccount', { body: { employeeName: signerName, account: `signer${index}`, pwd: 'Wisteria2026', deptId: depts.internal.id } }, { as: 'admin01' });
      expectSuccess(answer);
    }
  });

  test('is a picture of somebody with a name, under a commitment', async () => {
    const sha256 = await picture(2);
    expect(await add(6, newDeclaration({ signature: { signerName: '😀', sha256 } }))).toMatchObject({ code: 4022, message: '姓名中没有文字' });
    expect(await add(0, newDeclaration({ signature: { signerName: '张三', sha256 } }))).toMatchObject({ message: '只有承诺书可以签名' });
    expect(await add(6, newDeclaration({ signature: { signerName: '张三', sha256: 'a'.repeat(64) } }))).toMatchObject({ message: '签名没有上传完成，请重新签名' });
    const pdf = await uploadInPieces(server, makePdf('no picture'));
    expect(await add(6, newDeclaration({ signature: { signerName: '张三', sha256: pdf } }))).toMatchObject({ message: '签名不是图片，请重新签名' });
  });
});

describe('attachments', () => {
  test('are listed in their order and read in ranges, by those who may read the record', async () => {
    const bytes = makePdf('one', 2000);
    const pdf = await uploadInPieces(server, bytes);
    const photo = await uploaded(server, await makePhoto(10));
    const id = await added(0, { attachments: [{ sha256: pdf, name: '计划 “一”.pdf' }, { sha256: photo, name: '照片.jpg' }] });
    const files = expectSuccess(await server.call('querySelfDeclareArchive', { params: { type: 0, id } }, { as: 'staff02' }));
    expect(files).toMatchObject([{ name: '计划 “一”.pdf', type: 'application/pdf', size: 2000, sha256: pdf }, { name: '照片.jpg', type: 'image/jpeg' }]);
    const fileId = files[0]?.id ?? '';
    const whole = await server.call('readSelfDeclareFile', { params: { type: 0, id: fileId } }, { as: 'admin01' });
    expect(whole.body.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" });
    const part = await server.call('readSelfDeclareFile', { params: { type: 0, id: fileId } }, { as: 'staff01', headers: { range: 'bytes=0-7' } });
    expect([part.status, part.body.toString()]).toEqual([206, '%PDF-1.4']);
    for (const as of ['staff03', 'admin91'] as const) {
      expect(await server.call('readSelfDeclareFile', { params: { type: 0, id: fileId } }, { as })).toMatchObject({ status: 404 });
    }
    // The file keeps its address when the record is changed without it, and loses it when it is taken off.
    expectSuccess(await change(0, id, { attachments: [{ sha256: photo, name: '照片.jpg' }, { sha256: pdf, name: '改名.pdf' }] }));
    const after = expectSuccess(await server.call('querySelfDeclareArchive', { params: { type: 0, id } }, { as: 'staff01' }));
    expect(after.map((file) => [file.id, file.name])).toEqual([[files[1]?.id, '照片.jpg'], [fileId, '改名.pdf']]);
  });

  test('have to be uploaded by the department before', async () => {
    const theirs = await uploadInPieces(server, makePdf('theirs'), 'staff03');
    expect(await add(0, newDeclaration({ attachments: [{ sha256: theirs, name: '借用.pdf' }] }))).toMatchObject({ code: 4022, message: '附件《借用.pdf》还没有传完，请稍后再保存；仍不成功时请移除后重新添加' });
    const own = await uploadInPieces(server, makePdf('own'));
    const twice = [{ sha256: own, name: '一.pdf' }, { sha256: own, name: '二.pdf' }];
    expect(await add(0, newDeclaration({ attachments: twice }))).toMatchObject({ code: 4022, message: '同一个文件只能添加一次' });
  });

  test('stay when an administrator of another department corrects the record', async () => {
    const own = await uploadInPieces(server, makePdf('kept'));
    const attachments = [{ sha256: own, name: '一.pdf' }];
    const id = await added(0, { attachments });
    expectSuccess(await change(0, id, { attachments, title: '更正' }, 'admin01'));
    expect((await detail(0, id)).attachments).toHaveLength(1);
  });
});

describe('an upload in pieces', () => {
  const stateOf = async (bytes: Uint8Array, as: Account = 'staff01') =>
    expectSuccess(await server.call('readUploadState', { params: { sha256: hashOf(bytes) }, query: { size: bytes.length } }, { as }));

  test('goes on where it was cut off, whatever the order and however often a piece comes', async () => {
    const bytes = makePdf('three pieces', 2 * PIECE_BYTES + 1000);
    expect(await stateOf(bytes)).toEqual({ pieceSize: PIECE_BYTES, received: [], isStored: false });
    expectSuccess(await sendPiece(server, bytes, 2));
    expectSuccess(await sendPiece(server, bytes, 0));
    expect((await stateOf(bytes)).received).toEqual([0, 2]);
    expectSuccess(await sendPiece(server, bytes, 0));
    // What one person sends, nobody else goes on with.
    expect((await stateOf(bytes, 'staff02')).received).toEqual([]);
    expect(expectSuccess(await sendPiece(server, bytes, 1))).toMatchObject({ isStored: true });
    expect(await stateOf(bytes)).toMatchObject({ received: [], isStored: true });
    // Who has only the hash learns nothing by it.
    expect(await stateOf(bytes, 'staff03')).toMatchObject({ isStored: false });
    expect(await server.context.db.selectFrom('upload_piece').select('seq').where('sha256', '=', hashOf(bytes)).execute()).toEqual([]);
  });

  test('whose pieces all came, but could not be stored, is stored once its last piece comes again', async () => {
    const bytes = makePdf('not stored at first', 2 * PIECE_BYTES + 1000);
    for (const index of [2, 0]) expectSuccess(await sendPiece(server, bytes, index));
    const [place, away] = [join(server.dataDir, 'files'), join(server.dataDir, 'away')];
    await rename(place, away);
    expect(await sendPiece(server, bytes, 1)).toMatchObject({ code: 5003, message: '文件存储暂时不可用，请稍后重试' });
    await rename(away, place);
    const { received, isStored } = await stateOf(bytes);
    expect({ received, isStored }).toEqual({ received: [0, 1], isStored: false });
    expect(expectSuccess(await sendPiece(server, bytes, 2))).toMatchObject({ isStored: true });
    expect((await server.call('readFile', { params: { sha256: hashOf(bytes) } }, { as: 'staff01' })).body.equals(bytes)).toBe(true);
  });

  test('whose last piece comes several times at once is stored, and no call is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bytes = makePdf(`twice at once ${round}`, PIECE_BYTES + 1000);
      expectSuccess(await sendPiece(server, bytes, 0));
      const answers = await Promise.all(Array.from({ length: 6 }, () => sendPiece(server, bytes, 1)));
      for (const answer of answers) expect(expectSuccess(answer)).toMatchObject({ isStored: true });
      expect(await server.context.db.selectFrom('upload_piece').select('seq').where('sha256', '=', hashOf(bytes)).execute()).toEqual([]);
    }
  });

  test('begins anew where the store lost the bytes, and heals it', async () => {
    const bytes = makePdf('lost by the store', PIECE_BYTES + 10);
    const sha256 = await uploadInPieces(server, bytes);
    await rm(join(server.dataDir, 'files', companies.first.compNo, sha256.slice(0, 2), sha256));
    expect(await stateOf(bytes)).toEqual({ pieceSize: PIECE_BYTES, received: [], isStored: false });
    expect(expectSuccess(await sendPiece(server, bytes, 0))).toMatchObject({ received: [0], isStored: false });
    expect(expectSuccess(await sendPiece(server, bytes, 1))).toMatchObject({ isStored: true });
    expect((await server.call('readFile', { params: { sha256 } }, { as: 'staff01' })).body.equals(bytes)).toBe(true);
  });

  test('of other bytes than its hash says, or of no document, is refused and begins anew', async () => {
    const bytes = makePdf('named wrongly');
    const sha256 = 'b'.repeat(64);
    expect(await sendPiece(server, bytes, 0, 'staff01', sha256)).toMatchObject({ code: 4022, message: '文件内容与校验值不一致，请重新上传' });
    for (const content of ['<!doctype html><script>alert(1)</script>', 'MZ executable', 'PK\u0003\u0004archive']) {
      const file = Buffer.from(content);
      expect(await sendPiece(server, file, 0)).toMatchObject({ code: 4022, message: '文件内容不是 PDF、JPEG、PNG 或 WebP，请移除后换一个文件' });
      expect((await stateOf(file)).received).toEqual([]);
    }
  });

  test('may have other bytes before a PDF, and is no PDF that needs a password', async () => {
    const pdf = Buffer.concat([Buffer.from('\r\nHTTP/1.0 200 OK\r\nX: scanner\r\n\r\n'), makePdf('behind other bytes')]);
    const sha256 = await uploadInPieces(server, pdf);
    const file = await server.call('readFile', { params: { sha256 } }, { as: 'staff01' });
    expect([file.headers['content-type'], file.body.equals(pdf)]).toEqual(['application/pdf', true]);
    const locked = makeEncryptedPdf('secret');
    expect(await sendPiece(server, locked, 0)).toMatchObject({ code: 4022, message: 'PDF 设有打开密码，别人无法查看，请去掉密码后重新添加' });
    expect((await stateOf(locked)).received).toEqual([]);
    await uploadInPieces(server, makeEncryptedPdf(''));
  });

  test('keeps to sizes and numbers', async () => {
    const bytes = makePdf('sizes', PIECE_BYTES + 10);
    const send = (index: number, data: Uint8Array, size = bytes.length) =>
      server.call('uploadPiece', { params: { sha256: hashOf(bytes) }, query: { size, index } }, { as: 'staff01', bytes: { data, type: 'application/octet-stream' } });
    expect(await send(0, bytes.subarray(0, 100))).toMatchObject({ code: 4022, message: '分片大小不正确，请重新上传' });
    expect(await send(2, bytes.subarray(0, 10))).toMatchObject({ code: 4022, message: '分片序号不正确' });
    expect(await send(0, bytes.subarray(0, PIECE_BYTES), ATTACHMENT_MAX_BYTES + 1)).toMatchObject({ code: 4022, message: '单个附件不能超过 20 MB' });
    expect(await send(0, bytes)).toMatchObject({ status: 413 });
  });

  test('is forgotten after a day', async () => {
    const bytes = makePdf('yesterday', PIECE_BYTES + 10);
    expectSuccess(await sendPiece(server, bytes, 0));
    server.clock.advance(23 * 60 * 60 * 1000);
    expect((await stateOf(bytes)).received).toEqual([0]);
    server.clock.advance(2 * 60 * 60 * 1000);
    expect((await stateOf(bytes)).received).toEqual([]);
    const stored = async () => (await server.context.db.selectFrom('upload_piece').select('seq').where('sha256', '=', hashOf(bytes)).execute()).length;
    // Whoever asks how far it is only reads.
    expect(await stored()).toBe(1);
    expect(await purgePieces(server.context)).toBe(true);
    expect(await stored()).toBe(0);
  });
});
