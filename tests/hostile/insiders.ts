/** Attacks of whoever has an account, or has a page open in the browser of somebody who has one. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { apiPaths, fillPath } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import { inlineCell, packWorkbook, STAFF_TITLES } from '../server/support/spreadsheets.ts';
import { call, requestOf, signIn } from '../support/calls.ts';
import { makePhoto } from '../support/photo.ts';
import type { HostileSite } from './site.ts';
import type { Attack } from './tools.ts';

const MIB = 1024 * 1024;
/** What the imports of others may wait for one institution's. */
const IMPORT_LIMIT_MS = 15_000;

type Envelope = { code: number; message: unknown };
const staff = { userNo: 'staff01', password: 'Staff2026' };

/** A second administrator, who can do all that one can. */
async function addAdministrator({ serverUrl, adminToken }: HostileSite): Promise<{ id: string; token: string; deptId: string }> {
  const account = `second${Date.now().toString(36)}`;
  const [dept] = await call(serverUrl, 'queryCompanyDeptList', {}, adminToken);
  const deptId = dept?.id ?? '';
  const { id } = await call(serverUrl, 'addCompanyAccount', { body: { employeeName: '第二人', account, pwd: 'Wisteria2026', deptId, isAdmin: 1 } }, adminToken);
  const first = await signIn(serverUrl, { userNo: account, password: 'Wisteria2026' });
  await call(serverUrl, 'updateCompanyAccountPwd', { body: { account, oldPwd: 'Wisteria2026', pwd: 'Magnolia2026' } }, first);
  return { id, deptId, token: await signIn(serverUrl, { userNo: account, password: 'Magnolia2026' }) };
}

const disabledMeanwhile: Attack = {
  name: 'bodies of somebody who was disabled meanwhile',
  run: async (site) => {
    const { id, token, deptId } = await addAdministrator(site);
    const { hostname, port } = new URL(site.serverUrl);
    const accounts = Array.from({ length: 20 }, (_, index) => `ghost${Date.now().toString(36)}${index}`);
    const sockets = accounts.map((account) => {
      const body = JSON.stringify({ employeeName: '幽灵', account, pwd: 'Wisteria2026', deptId, isAdmin: 1 });
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(`POST ${apiPaths.addCompanyAccount.path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\naccesstoken: ${token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n{`);
      return { socket, rest: body.slice(1) };
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await call(site.serverUrl, 'deleteCompanyAccount', { params: { id } }, site.adminToken);
    await Promise.all(
      sockets.map(async ({ socket, rest }) => {
        const closed = once(socket, 'close');
        socket.write(rest);
        await closed;
      }),
    );
    const { total } = await call(site.serverUrl, 'queryCompanyAccountPage', { query: { account: 'ghost' } }, site.adminToken);
    return total === 0 ? [] : [`${total} administrators were made by somebody who was disabled`];
  },
};

const otherSites: Attack = {
  name: 'passwords tried by pages of other sites',
  run: async ({ serverUrl }) => {
    const address = `${serverUrl}${apiPaths.login.path}?userNo=staff01&password=Wrong2026&loginType=9`;
    const findings: string[] = [];
    const claims: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'http://other.example' }, { origin: 'null' }];
    for (const headers of claims.flatMap((claim) => Array.from({ length: 10 }, () => claim))) {
      const { code: answered } = (await (await fetch(address, { method: 'POST', headers })).json()) as Envelope;
      if (answered !== code.forbidden) findings.push(`${JSON.stringify(headers)} was answered with ${answered}`);
    }
    await signIn(serverUrl, staff).catch((error: Error) => findings.push(`the owner was locked out: ${error.message}`));
    return findings;
  },
};

const blankSpreadsheets: Attack = {
  name: 'spreadsheets of 39 MiB of nothing',
  run: async ({ serverUrl, adminToken, strangerToken }) => {
    const titles = `<row r="1">${STAFF_TITLES.map((title) => inlineCell(title)).join('')}</row>`;
    const blanks = await Promise.all(['<c/>', ' ', '<row/>'].map((piece) => packWorkbook({ rows: `${titles}${piece.repeat((39 * MIB) / piece.length - 1000)}` })));
    const { method, path } = apiPaths.importCompanyAccount;
    const send = (token: string, body: Buffer) =>
      fetch(`${serverUrl}${path}?dryRun=1`, { method, headers: { accessToken: token, 'content-type': SPREADSHEET_TYPE }, body: new Uint8Array(body) });
    const ordinary = await packWorkbook({ rows: `${titles}<row r="2">${STAFF_TITLES.map(() => inlineCell('x')).join('')}</row>` });
    const attack = Array.from({ length: 30 }, (_, index) => send(adminToken, blanks[index % blanks.length] ?? ordinary).then((response) => response.status));
    const start = performance.now();
    const answer = await send(strangerToken, ordinary);
    const waited = performance.now() - start;
    const statuses = await Promise.all(attack);
    return [
      ...(answer.status === 200 && waited < IMPORT_LIMIT_MS ? [] : [`another institution's import took ${waited.toFixed(0)} ms and was answered with ${answer.status}`]),
      ...statuses.filter((status) => ![422, 429].includes(status)).map((status) => `a spreadsheet of nothing was answered with ${status}`),
    ];
  },
};

const oldLinks: Attack = {
  name: 'links of sessions that have ended, and changed ones',
  run: async ({ serverUrl, taskId }) => {
    const token = await signIn(serverUrl, { userNo: 'admin01', password: 'Admin2026' });
    const link = await call(serverUrl, 'createExportLink', { body: { taskId } }, token);
    const url = new URL(link.url, serverUrl);
    const before = (await fetch(url)).status;
    await call(serverUrl, 'signOut', { body: {} }, token);
    const after = (await fetch(url)).status;
    const [payload = '', signature = ''] = (url.searchParams.get('token') ?? '').split('.');
    const grant = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
    const longer = Buffer.from(JSON.stringify([...grant.slice(0, -1), Date.now() + 50 * 365 * 24 * 3600 * 1000])).toString('base64url');
    const changed = (await fetch(requestOf(serverUrl, 'exportCheckPointList', { query: { token: `${longer}.${signature}` } }).url)).status;
    return [...(before === 200 ? [] : [`a link of now was answered with ${before}`]), ...[after, changed].filter((status) => status === 200).map(() => 'a link that holds no more was honoured')];
  },
};

const storedForNothing: Attack = {
  name: 'late work that is not late, and files for the next person',
  run: async ({ serverUrl }) => {
    const token = await signIn(serverUrl, staff);
    const { records } = await call(serverUrl, 'queryMyTaskCheckList', { query: { status: 'open' } }, token);
    const [open] = records;
    if (open === undefined) return ['there is no open task to try'];
    const { points } = await call(serverUrl, 'queryTaskCheckPointInfo', { params: { id: open.id } }, token);
    const [point] = points;
    const findings: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const entries = Array.from({ length: 50 }, () => ({ id: uuidv7(), pointId: point?.pointId ?? '', result: 'qualified' as const, remark: '', photos: [], answeredAt: new Date().toISOString(), baseRevision: 0, content: 'x' }));
      const { outcomes } = await call(serverUrl, 'handInAnswers', { body: { deptTaskId: open.id, entries } }, token);
      const kept = outcomes.filter(({ outcome }) => outcome !== 'rejected').length;
      if (kept > 0) findings.push(`${kept} pieces of late work were kept for an open point`);
    }
    const photo = await makePhoto(40, 40, [1, 2, 3]);
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(photo))).toString('hex');
    const address = `${serverUrl}${fillPath(apiPaths.uploadFile.path, { sha256 })}`;
    const stored = await fetch(address, { method: apiPaths.uploadFile.method, headers: { accessToken: token, 'content-type': 'image/jpeg' }, body: new Uint8Array(photo) });
    const read = await fetch(`${serverUrl}${fillPath(apiPaths.readFile.path, { sha256 })}`, { headers: { accessToken: token } });
    if (stored.status !== 200 || read.status !== 200) findings.push(`a photo was answered with ${stored.status} and ${read.status}`);
    if (!(read.headers.get('cache-control') ?? '').includes('no-store')) findings.push('browsers keep photos for the next person');
    return findings;
  },
};

export const insiderAttacks: Attack[] = [disabledMeanwhile, otherSites, blankSpreadsheets, oldLinks, storedForNothing];
