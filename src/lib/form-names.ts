/** The names under which this phone keeps what is typed into a form, and where each form is opened again. */
import { DECLARATION_TYPES } from '#contract/declaration-type.ts';
import { declarationsPath, paths } from './paths.ts';

export const NEW_TASK = 'task:new';
export const INSTITUTION = 'institution';
export const declarationFormPrefix = (type: number): string => `declaration:${type}:`;

export interface FormPlace {
  title: string;
  path: string;
}

/** Undefined for a form in a sheet, which belongs to the record that it is opened from. */
export function placeOfForm(form: string): FormPlace | undefined {
  if (form === NEW_TASK) return { title: '下发任务', path: paths.taskCreate.to() };
  if (form === INSTITUTION) return { title: '机构档案', path: paths.institution.to() };
  const [, type = '', id = ''] = /^declaration:(\d):(.+)$/.exec(form) ?? [];
  const title = DECLARATION_TYPES[Number(type || -1)];
  return title === undefined ? undefined : { title, path: declarationsPath(Number(type), id) };
}
