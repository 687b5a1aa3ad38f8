import { type CreateTableBuilder, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/** Tables of the first release. */
export async function createInitialTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  const bytes = dialect === 'postgres' ? sql`bytea` : sql`blob`;

  type Columns = Record<string, 'key' | 'key?' | 'text' | 'text?' | 'integer' | 'integer?' | 'bytes'>;
  const create = async (
    name: string,
    columns: Columns,
    constrain: (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>,
  ) => {
    let table = db.schema.createTable(name) as CreateTableBuilder<string, string>;
    for (const [column, kind] of Object.entries(columns)) {
      const isOptional = kind.endsWith('?');
      const type = kind === 'bytes' ? bytes : kind.startsWith('key') ? key : kind.startsWith('integer') ? ('integer' as const) : ('text' as const);
      table = table.addColumn(column, type as 'text', (definition) => (isOptional ? definition : definition.notNull()));
    }
    await constrain(table).execute();
  };
  const index = async (table: string, columns: string[]) => {
    await db.schema.createIndex(`${table}_by_${columns.join('_')}`).on(table).columns(columns).execute();
  };

  await create(
    'company',
    { comp_no: 'key', comp_name: 'text', spec_code: 'text', site_title: 'text', created_at: 'key' },
    (table) => table.addPrimaryKeyConstraint('company_pk', ['comp_no']),
  );

  await create(
    'dept',
    { id: 'key', comp_no: 'key', dept_name: 'text', leader: 'text', tel: 'text', extension: 'text', remark: 'text', sort: 'integer', created_at: 'key' },
    (table) =>
      table
        .addPrimaryKeyConstraint('dept_pk', ['id'])
        .addUniqueConstraint('dept_name_unique', ['comp_no', 'dept_name'])
        .addForeignKeyConstraint('dept_company', ['comp_no'], 'company', ['comp_no']),
  );

  await create(
    'employee',
    {
      id: 'key',
      comp_no: 'key',
      dept_id: 'key',
      account: 'text',
      account_key: 'key',
      employee_name: 'text',
      sex: 'text',
      tel: 'text',
      email: 'text',
      id_card: 'text',
      role_id: 'integer',
      is_admin: 'integer',
      avator: 'text',
      enabled: 'integer',
      password_hash: 'text',
      must_change_password: 'integer',
      last_sign_in_at: 'key?',
      created_at: 'key',
      updated_at: 'key',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('employee_pk', ['id'])
        .addUniqueConstraint('employee_account_unique', ['account_key'])
        .addForeignKeyConstraint('employee_company', ['comp_no'], 'company', ['comp_no'])
        .addForeignKeyConstraint('employee_dept', ['dept_id'], 'dept', ['id']),
  );
  await index('employee', ['comp_no', 'dept_id']);
  await index('employee', ['dept_id']);

  await create(
    'session',
    {
      id: 'key',
      family_id: 'key',
      employee_id: 'key',
      access_hash: 'key',
      access_expires_at: 'key',
      refresh_hash: 'key',
      refresh_expires_at: 'key',
      address: 'text',
      user_agent: 'text',
      signed_in_at: 'key',
      created_at: 'key',
      used_at: 'key?',
      last_used_at: 'key?',
      successor_id: 'key?',
      revoked_at: 'key?',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('session_pk', ['id'])
        .addUniqueConstraint('session_access_unique', ['access_hash'])
        .addUniqueConstraint('session_refresh_unique', ['refresh_hash'])
        .addForeignKeyConstraint('session_employee', ['employee_id'], 'employee', ['id']),
  );
  await index('session', ['family_id']);
  await index('session', ['employee_id']);
  await index('session', ['refresh_expires_at']);

  await create(
    'sign_in_attempt',
    { id: 'key', subject: 'key', address: 'key', attempted_at: 'key' },
    (table) => table.addPrimaryKeyConstraint('sign_in_attempt_pk', ['id']),
  );
  await index('sign_in_attempt', ['subject', 'attempted_at']);
  await index('sign_in_attempt', ['attempted_at']);

  await create(
    'check_item',
    { id: 'key', comp_no: 'key?', parent_id: 'key?', item_name: 'text', sort: 'integer', retired_at: 'key?' },
    (table) =>
      table
        .addPrimaryKeyConstraint('check_item_pk', ['id'])
        .addForeignKeyConstraint('check_item_parent', ['parent_id'], 'check_item', ['id'])
        .addForeignKeyConstraint('check_item_company', ['comp_no'], 'company', ['comp_no']),
  );
  await index('check_item', ['comp_no']);

  await create(
    'check_point_version',
    {
      id: 'key',
      point_id: 'key',
      content: 'text',
      method: 'text',
      basis_law: 'text',
      basis_article: 'integer',
      basis_gist: 'text',
      basis_edition: 'key?',
      expected: 'text',
      created_at: 'key',
    },
    (table) => table.addPrimaryKeyConstraint('check_point_version_pk', ['id']),
  );
  await index('check_point_version', ['point_id']);

  await create(
    'check_point',
    {
      id: 'key',
      comp_no: 'key?',
      item_id: 'key',
      category_id: 'key',
      version_id: 'key',
      sort: 'integer',
      retired_at: 'key?',
      created_at: 'key',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('check_point_pk', ['id'])
        .addForeignKeyConstraint('check_point_item', ['item_id'], 'check_item', ['id'])
        .addForeignKeyConstraint('check_point_version_current', ['version_id'], 'check_point_version', ['id'])
        .addForeignKeyConstraint('check_point_company', ['comp_no'], 'company', ['comp_no']),
  );
  await index('check_point', ['comp_no', 'item_id']);
  await index('check_point', ['item_id']);

  await create(
    'company_point',
    { comp_no: 'key', point_id: 'key', enabled: 'integer' },
    (table) =>
      table
        .addPrimaryKeyConstraint('company_point_pk', ['comp_no', 'point_id'])
        .addForeignKeyConstraint('company_point_point', ['point_id'], 'check_point', ['id']),
  );

  await create(
    'task',
    {
      id: 'key',
      comp_no: 'key',
      task_name: 'text',
      task_type: 'integer',
      start_date: 'key',
      end_date: 'key',
      correct_days: 'integer',
      remark: 'text',
      dept_count: 'integer',
      submitted_count: 'integer',
      created_by: 'key',
      created_at: 'key',
      cancelled_at: 'key?',
      cancelled_by: 'key?',
      cancel_reason: 'text?',
      content_hash: 'text?',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('task_pk', ['id'])
        .addForeignKeyConstraint('task_company', ['comp_no'], 'company', ['comp_no'])
        .addForeignKeyConstraint('task_author', ['created_by'], 'employee', ['id']),
  );
  await index('task', ['comp_no', 'created_at', 'id']);
  await index('task', ['comp_no', 'task_type', 'created_at']);
  await index('task', ['comp_no', 'end_date']);
  // One of the three holds a task, by its status: filtering 100,000 tasks by status must not read them all.
  const indexOfTasks = async (name: string, columns: string[], condition: RawBuilder<SqlBool>) => {
    await db.schema.createIndex(name).on('task').columns(columns).where(condition).execute();
  };
  const inOrder = ['comp_no', 'created_at', 'id'];
  await indexOfTasks('task_unfinished', [...inOrder, 'start_date', 'end_date'], sql`cancelled_at is null and submitted_count < dept_count`);
  await indexOfTasks('task_finished', inOrder, sql`cancelled_at is null and submitted_count >= dept_count`);
  await indexOfTasks('task_cancelled', inOrder, sql`cancelled_at is not null`);

  await create(
    'task_point',
    { task_id: 'key', point_id: 'key', version_id: 'key', category_id: 'key', item_name: 'text', seq: 'integer' },
    (table) =>
      table
        .addPrimaryKeyConstraint('task_point_pk', ['task_id', 'point_id'])
        .addForeignKeyConstraint('task_point_task', ['task_id'], 'task', ['id'])
        .addForeignKeyConstraint('task_point_version', ['version_id'], 'check_point_version', ['id']),
  );

  await create(
    'dept_task',
    {
      id: 'key',
      comp_no: 'key',
      task_id: 'key',
      dept_id: 'key',
      point_count: 'integer',
      answered_count: 'integer',
      unqualified_count: 'integer',
      submitted_at: 'key?',
      submitted_by: 'key?',
      returned_at: 'key?',
      returned_by: 'key?',
      return_reason: 'text?',
      is_returned: 'integer',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('dept_task_pk', ['id'])
        .addUniqueConstraint('dept_task_unique', ['task_id', 'dept_id'])
        .addForeignKeyConstraint('dept_task_task', ['task_id'], 'task', ['id'])
        .addForeignKeyConstraint('dept_task_dept', ['dept_id'], 'dept', ['id']),
  );
  await index('dept_task', ['dept_id', 'submitted_at']);
  await index('dept_task', ['comp_no', 'submitted_at']);

  await create(
    'answer',
    {
      dept_task_id: 'key',
      point_id: 'key',
      comp_no: 'key',
      dept_id: 'key',
      version_id: 'key',
      category_id: 'key',
      seq: 'integer',
      result: 'key?',
      remark: 'text',
      photos: 'text',
      answered_by: 'key?',
      answered_at: 'key?',
      saved_at: 'key?',
      revision: 'integer',
      return_remark: 'text?',
      submitted_at: 'key?',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('answer_pk', ['dept_task_id', 'point_id'])
        // None on version_id: it is a copy of the one in task_point, which has the constraint. Checked again for each
        // of half a million rows, it is two fifths of the time that issuing them takes on PostgreSQL.
        .addForeignKeyConstraint('answer_dept_task', ['dept_task_id'], 'dept_task', ['id']),
  );
  // Holds submitted answers only, so that issuing a task and filling it in do not touch it.
  await db.schema
    .createIndex('answer_by_dept_point_submitted')
    .on('answer')
    .columns(['dept_id', 'point_id', 'submitted_at'])
    .where('submitted_at' as never, 'is not', null)
    .execute();
  // One answer in twenty: what fails most is found without reading the others.
  await sql`create index answer_by_unqualified on answer (comp_no, submitted_at, dept_id, point_id, version_id, dept_task_id)
    where submitted_at is not null and result = 'unqualified'`.execute(db);

  await create(
    'answer_history',
    {
      entry_id: 'key',
      comp_no: 'key',
      dept_task_id: 'key',
      point_id: 'key',
      result: 'key',
      remark: 'text',
      photos: 'text',
      answered_by: 'key',
      answered_at: 'key',
      saved_at: 'key',
      revision: 'integer',
      is_conflict: 'integer',
      imported_by: 'key?',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('answer_history_pk', ['entry_id'])
        .addForeignKeyConstraint('answer_history_answer', ['dept_task_id', 'point_id'], 'answer', ['dept_task_id', 'point_id']),
  );
  await index('answer_history', ['dept_task_id', 'point_id']);

  await create(
    'late_work',
    {
      entry_id: 'key',
      comp_no: 'key',
      kind: 'key',
      dept_task_id: 'key',
      point_id: 'key?',
      self_correction_id: 'key?',
      item_id: 'key?',
      content: 'text',
      value: 'text',
      entered_by: 'key',
      imported_by: 'key?',
      received_at: 'key',
      late_reason: 'text',
      status: 'key',
      decided_by: 'key?',
      decided_at: 'key?',
      decision_reason: 'text',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('late_work_pk', ['entry_id'])
        .addForeignKeyConstraint('late_work_dept_task', ['dept_task_id'], 'dept_task', ['id'])
        .addForeignKeyConstraint('late_work_answer', ['dept_task_id', 'point_id'], 'answer', ['dept_task_id', 'point_id']),
  );
  await index('late_work', ['comp_no', 'status', 'received_at']);
  await index('late_work', ['entered_by']);
  await index('late_work', ['dept_task_id', 'point_id']);

  await create(
    'operation',
    { id: 'key', comp_no: 'key', employee_id: 'key', kind: 'key', answer: 'text', created_at: 'key' },
    (table) => table.addPrimaryKeyConstraint('operation_pk', ['id']),
  );
  await index('operation', ['created_at']);

  await create(
    'self_correction',
    {
      id: 'key',
      comp_no: 'key',
      dept_task_id: 'key',
      task_id: 'key',
      dept_id: 'key',
      due_date: 'key',
      item_count: 'integer',
      corrected_count: 'integer',
      corrected_at: 'key?',
      confirmed_at: 'key?',
      confirmed_by: 'key?',
      created_at: 'key',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('self_correction_pk', ['id'])
        .addUniqueConstraint('self_correction_unique', ['dept_task_id'])
        .addForeignKeyConstraint('self_correction_dept_task', ['dept_task_id'], 'dept_task', ['id']),
  );
  await index('self_correction', ['comp_no', 'due_date']);
  await index('self_correction', ['dept_id', 'due_date']);

  await create(
    'self_correction_item',
    {
      id: 'key',
      comp_no: 'key',
      self_correction_id: 'key',
      point_id: 'key',
      version_id: 'key',
      problem: 'text',
      photos_before: 'text',
      measures: 'text',
      photos_after: 'text',
      responsible: 'text',
      corrected_at: 'key?',
      corrected_by: 'key?',
      saved_by: 'key?',
      saved_at: 'key?',
      revision: 'integer',
      returned_at: 'key?',
      return_reason: 'text?',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('self_correction_item_pk', ['id'])
        .addUniqueConstraint('self_correction_item_unique', ['self_correction_id', 'point_id'])
        .addForeignKeyConstraint('self_correction_item_parent', ['self_correction_id'], 'self_correction', ['id']),
  );

  await create(
    'self_correction_history',
    {
      entry_id: 'key',
      comp_no: 'key',
      self_correction_id: 'key',
      item_id: 'key',
      measures: 'text',
      responsible: 'text',
      photos_after: 'text',
      corrected_at: 'key?',
      saved_by: 'key',
      saved_at: 'key',
      revision: 'integer',
      is_conflict: 'integer',
      imported_by: 'key?',
      return_reason: 'text?',
      due_date: 'key?',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('self_correction_history_pk', ['entry_id'])
        .addForeignKeyConstraint('self_correction_history_item', ['item_id'], 'self_correction_item', ['id']),
  );
  await index('self_correction_history', ['self_correction_id']);

  await create(
    'file',
    { comp_no: 'key', sha256: 'key', size: 'integer', type: 'text', created_by: 'key', created_at: 'key' },
    (table) => table.addPrimaryKeyConstraint('file_pk', ['comp_no', 'sha256']),
  );

  await create(
    'file_dept',
    { comp_no: 'key', sha256: 'key', dept_id: 'key' },
    (table) =>
      table
        .addPrimaryKeyConstraint('file_dept_pk', ['comp_no', 'sha256', 'dept_id'])
        .addForeignKeyConstraint('file_dept_file', ['comp_no', 'sha256'], 'file', ['comp_no', 'sha256']),
  );

  await create(
    'declaration',
    {
      id: 'key',
      comp_no: 'key',
      dept_id: 'key',
      self_declared_type: 'integer',
      title: 'text',
      year: 'integer',
      body: 'text',
      training_hours: 'text',
      website: 'text',
      status: 'key',
      declared_at: 'key?',
      declared_by: 'key?',
      signer_name: 'text?',
      signed_at: 'key?',
      revision: 'integer',
      created_by: 'key',
      created_at: 'key',
      updated_by: 'key',
      updated_at: 'key',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('declaration_pk', ['id'])
        .addForeignKeyConstraint('declaration_dept', ['dept_id'], 'dept', ['id']),
  );
  await index('declaration', ['comp_no', 'self_declared_type', 'created_at']);
  await index('declaration', ['comp_no', 'declared_at']);

  await create(
    'declaration_file',
    { id: 'key', declaration_id: 'key', comp_no: 'key', kind: 'key', seq: 'integer', sha256: 'key', name: 'text' },
    (table) =>
      table
        .addPrimaryKeyConstraint('declaration_file_pk', ['id'])
        .addUniqueConstraint('declaration_file_unique', ['declaration_id', 'kind', 'sha256'])
        .addForeignKeyConstraint('declaration_file_declaration', ['declaration_id'], 'declaration', ['id'])
        .addForeignKeyConstraint('declaration_file_file', ['comp_no', 'sha256'], 'file', ['comp_no', 'sha256']),
  );
  await index('declaration_file', ['comp_no', 'sha256']);

  await create(
    'declaration_history',
    { id: 'key', comp_no: 'key', declaration_id: 'key', revision: 'integer', deed: 'key', content: 'text', saved_by: 'key', saved_at: 'key' },
    (table) => table.addPrimaryKeyConstraint('declaration_history_pk', ['id']),
  );
  await index('declaration_history', ['comp_no', 'declaration_id']);

  await create(
    'upload_piece',
    { employee_id: 'key', sha256: 'key', seq: 'integer', content: 'bytes', received_at: 'key' },
    (table) =>
      table
        .addPrimaryKeyConstraint('upload_piece_pk', ['employee_id', 'sha256', 'seq'])
        .addForeignKeyConstraint('upload_piece_employee', ['employee_id'], 'employee', ['id']),
  );
  await index('upload_piece', ['received_at']);

  await create(
    'duty_setting',
    { comp_no: 'key', duty: 'key', frequency: 'key', due_month: 'integer' },
    (table) =>
      table
        .addPrimaryKeyConstraint('duty_setting_pk', ['comp_no', 'duty'])
        .addForeignKeyConstraint('duty_setting_company', ['comp_no'], 'company', ['comp_no']),
  );

  await create(
    'law',
    {
      id: 'key',
      title: 'text',
      title_key: 'text',
      doc_number: 'text',
      law_type: 'text',
      enact_dept: 'text',
      publish_date: 'key?',
      effective_date: 'key?',
      status: 'key',
      article_count: 'integer',
      version: 'key',
      pdf_sha256: 'key?',
      imported_at: 'key',
    },
    (table) => table.addPrimaryKeyConstraint('law_pk', ['id']).addUniqueConstraint('law_version_unique', ['title', 'publish_date']),
  );
  await index('law', ['title_key']);

  await create(
    'law_article',
    { law_id: 'key', seq: 'integer', chapter: 'text', number: 'integer', label: 'text', paragraphs: 'text' },
    (table) =>
      table.addPrimaryKeyConstraint('law_article_pk', ['law_id', 'seq']).addForeignKeyConstraint('law_article_law', ['law_id'], 'law', ['id']),
  );

  await create(
    'test_resource',
    { id: 'key', comp_no: 'key', name: 'text', remark: 'text', enabled: 'integer', created_at: 'key' },
    (table) => table.addPrimaryKeyConstraint('test_resource_pk', ['id']),
  );
  await index('test_resource', ['comp_no', 'created_at']);

  await create(
    'audit_record',
    {
      id: 'key',
      comp_no: 'key?',
      employee_id: 'key?',
      account: 'text',
      action: 'key',
      object_type: 'key',
      object_id: 'key',
      summary: 'text',
      address: 'text',
      succeeded: 'integer',
      at: 'key',
    },
    (table) => table.addPrimaryKeyConstraint('audit_record_pk', ['id']),
  );
  await index('audit_record', ['comp_no', 'at', 'id']);
  await index('audit_record', ['at']);

  await keepAuditRecords(db, dialect);

  await create('setting', { name: 'key', value: 'text' }, (table) => table.addPrimaryKeyConstraint('setting_pk', ['name']));

  await create(
    'notice',
    {
      id: 'key',
      comp_no: 'key',
      kind: 'key',
      event_key: 'key?',
      title: 'text',
      body: 'text',
      audience: 'key',
      task_id: 'key?',
      published_by: 'key?',
      published_at: 'key?',
      withdrawn_at: 'key?',
      created_at: 'key',
    },
    (table) =>
      table
        .addPrimaryKeyConstraint('notice_pk', ['id'])
        .addUniqueConstraint('notice_event_unique', ['event_key'])
        .addForeignKeyConstraint('notice_company', ['comp_no'], 'company', ['comp_no']),
  );
  await index('notice', ['comp_no', 'created_at']);

  await create(
    'notice_audience',
    { notice_id: 'key', comp_no: 'key', audience: 'key', object_id: 'key?', published_at: 'key?' },
    (table) =>
      table
        .addPrimaryKeyConstraint('notice_audience_pk', ['notice_id', 'audience'])
        .addForeignKeyConstraint('notice_audience_notice', ['notice_id'], 'notice', ['id']),
  );
  await index('notice_audience', ['audience', 'published_at']);
  await index('notice_audience', ['object_id']);

  await create(
    'notice_receipt',
    { notice_id: 'key', employee_id: 'key', read_at: 'key' },
    (table) =>
      table
        .addPrimaryKeyConstraint('notice_receipt_pk', ['notice_id', 'employee_id'])
        .addForeignKeyConstraint('notice_receipt_notice', ['notice_id'], 'notice', ['id']),
  );

  await create('job', { name: 'key', holder: 'key?', held_until: 'key?', done_day: 'key?' }, (table) =>
    table.addPrimaryKeyConstraint('job_pk', ['name']),
  );
}

/**
 * Audit records are only ever added: nobody changes one, and nobody removes one that the law asks for. 190 days are more than
 * its six months; the server may keep them longer.
 */
async function keepAuditRecords(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`create trigger audit_record_unchanged before update on audit_record
      begin select raise(abort, 'audit records are never changed'); end`.execute(db);
    await sql`create trigger audit_record_kept before delete on audit_record
      when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-190 days')
      begin select raise(abort, 'audit records are kept for 190 days'); end`.execute(db);
    return;
  }
  await sql`create or replace function keep_audit_record() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at <= to_char(now() at time zone 'utc' - interval '190 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') then
          return old;
        end if;
        raise exception 'audit records are kept for 190 days';
      end if;
      raise exception 'audit records are never changed';
    end $$`.execute(db);
  await sql`create trigger audit_record_unchanged before update or delete on audit_record
    for each row execute function keep_audit_record()`.execute(db);
  await sql`create trigger audit_record_kept before truncate on audit_record
    for each statement execute function keep_audit_record()`.execute(db);
}
