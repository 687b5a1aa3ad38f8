import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rules } from '#contract/rules.ts';
import { NO_NETWORK } from '@/lib/text/error-sentence.ts';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';

afterEach(cleanup);

function PhoneField({ isRequired }: { isRequired: boolean }) {
  const [value, setValue] = useState('');
  return <TextField label="手机号" value={value} onChange={setValue} rule={rules.phone} isRequired={isRequired} />;
}

describe('TextField', () => {
  it('checks when it is left, and says what is wrong under the field', async () => {
    render(<PhoneField isRequired />);
    const field = screen.getByLabelText(/手机号/);
    await userEvent.click(field);
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe('必填项不能为空');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toContain(screen.getByRole('alert').id);
    await userEvent.type(field, '123');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe('手机号格式不正确');
  });

  it('keeps what is too long, and says so while it is typed', async () => {
    const handleChange = vi.fn<(text: string) => void>();
    const field = (value: string) => <TextField label="手机号" value={value} onChange={handleChange} maxLength={11} />;
    const { rerender } = render(field(''));
    await userEvent.click(screen.getByLabelText('手机号'));
    await userEvent.paste('1380013800012');
    expect(handleChange).toHaveBeenLastCalledWith('1380013800012');
    rerender(field('1380013800012'));
    expect(screen.getByRole('alert').textContent).toBe('最多 11 个字符，现在 13 个');
    rerender(field(' 13800138000 '));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes on counting once it was refused', () => {
    const field = (error: string) => <TextField label="手机号" value="1380013800012" onChange={() => undefined} maxLength={11} error={error} />;
    const { rerender } = render(field('最多 11 个字符'));
    expect(screen.getByRole('alert').textContent).toBe('最多 11 个字符，现在 13 个');
    rerender(field('手机号已被使用'));
    expect(screen.getByRole('alert').textContent).toBe('手机号已被使用');
  });

  it('checks an optional field only when it is not empty', async () => {
    render(<PhoneField isRequired={false} />);
    await userEvent.click(screen.getByLabelText('手机号'));
    await userEvent.tab();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

function Search({ onSearch }: { onSearch: (values: Record<string, string>) => void }) {
  const form = useFields({ name: {}, tel: { rule: rules.phone, maxLength: 11 } }, { name: '', tel: '' });
  return (
    <SearchBar
      active={0}
      validate={form.checkAll}
      onSearch={() => onSearch(form.values)}
      onReset={() => {
        form.reset();
        onSearch({ name: '', tel: '' });
      }}
    >
      <TextField label="姓名" {...form.bind('name')} />
      <TextField label="手机号" {...form.bind('tel')} />
    </SearchBar>
  );
}

function AccountFields() {
  const form = useFields({ account: { rule: rules.account }, pwd: { rule: rules.strongPassword } }, { account: ' staff55 ', pwd: ' Staff2026' });
  return (
    <>
      <TextField label="账号" {...form.bind('account')} />
      <TextField label="密码" {...form.bind('pwd')} />
      <button type="button" onClick={() => form.checkAll()}>
        保存
      </button>
    </>
  );
}

it('overlooks blanks around what was typed, but not around a password', async () => {
  render(<AccountFields />);
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(screen.getByLabelText('账号').getAttribute('aria-invalid')).not.toBe('true');
  expect(screen.getByRole('alert').textContent).toBe(rules.strongPassword.message);
});

describe('SearchBar with useFields', () => {
  it('validates before it searches', async () => {
    const onSearch = vi.fn();
    render(<Search onSearch={onSearch} />);
    await userEvent.type(screen.getByLabelText('手机号'), '123{Enter}');
    expect(onSearch).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('手机号格式不正确');
    await userEvent.clear(screen.getByLabelText('手机号'));
    await userEvent.type(screen.getByLabelText('手机号'), '13800001234');
    await userEvent.keyboard('{Enter}');
    expect(onSearch).toHaveBeenCalledWith({ name: '', tel: '13800001234' });
  });

  it('gives on the digits of a number plain, however wide they were typed, and a name as it was', async () => {
    const onSearch = vi.fn();
    render(<Search onSearch={onSearch} />);
    await userEvent.type(screen.getByLabelText('姓名'), '８号楼');
    await userEvent.type(screen.getByLabelText('手机号'), '１３８００００１２３４{Enter}');
    expect(onSearch).toHaveBeenCalledWith({ name: '８号楼', tel: '13800001234' });
  });

  it.each(['138 0000 1234', '+86 138-0000-1234', '\u202D13800001234\u202C'])('takes the number %j as it was pasted, and gives it on bare', async (pasted) => {
    const onSearch = vi.fn();
    render(<Search onSearch={onSearch} />);
    await userEvent.click(screen.getByLabelText('手机号'));
    await userEvent.paste(pasted);
    await userEvent.tab();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(screen.getByLabelText('手机号'), '{Enter}');
    expect(onSearch).toHaveBeenCalledWith({ name: '', tel: '13800001234' });
    expect(screen.getByLabelText<HTMLInputElement>('手机号').value).toBe(pasted);
  });

  it('clears the fields, their errors too, and searches again', async () => {
    const onSearch = vi.fn();
    render(<Search onSearch={onSearch} />);
    await userEvent.type(screen.getByLabelText('姓名'), '张');
    await userEvent.type(screen.getByLabelText('手机号'), '123');
    await userEvent.tab();
    await userEvent.click(screen.getByRole('button', { name: '重置' }));
    expect(onSearch).toHaveBeenCalledWith({ name: '', tel: '' });
    expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

function Passwords() {
  const form = useFields(
    { first: { isRequired: true }, again: { check: (text, values) => (text === values['first'] ? undefined : '不一致') } },
    { first: '', again: '' },
  );
  return (
    <>
      <TextField label="密码" {...form.bind('first')} />
      <TextField label="再次" {...form.bind('again')} />
      <button
        type="button"
        onClick={() => {
          const others = form.setErrors([
            { field: 'first', message: '太常见' },
            { field: 'elsewhere', message: '别处' },
          ]);
          document.title = others.join();
        }}
      >
        服务器
      </button>
      <output title={JSON.stringify(form.onlyChanged({ first: form.values.first, again: 0 }))}>{form.isDirty ? '已改' : '未改'}</output>
    </>
  );
}

describe('useFields', () => {
  it('asks a check of its own with all values at hand', async () => {
    render(<Passwords />);
    await userEvent.type(screen.getByLabelText(/密码/), 'a');
    await userEvent.type(screen.getByLabelText('再次'), 'b');
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe('不一致');
    expect(screen.getByRole('status').textContent).toBe('已改');
  });

  it('tells apart what was changed', async () => {
    render(<Passwords />);
    expect(screen.getByRole('status').title).toBe('{}');
    await userEvent.type(screen.getByLabelText(/密码/), 'a');
    expect(screen.getByRole('status').title).toBe('{"first":"a"}');
  });

  it('forgets what it found in comparing two fields once the other one fits', async () => {
    render(<Passwords />);
    await userEvent.type(screen.getByLabelText(/密码/), 'a');
    await userEvent.type(screen.getByLabelText('再次'), 'ab');
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe('不一致');
    await userEvent.type(screen.getByLabelText(/密码/), 'b');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps what the server found while another field is typed in', async () => {
    render(<Passwords />);
    await userEvent.click(screen.getByRole('button'));
    await userEvent.type(screen.getByLabelText('再次'), 'b');
    expect(screen.getByRole('alert').textContent).toBe('太常见');
  });

  it('compares an optional field only when it is not empty', async () => {
    render(<Passwords />);
    await userEvent.type(screen.getByLabelText(/密码/), 'a');
    await userEvent.tab();
    await userEvent.tab();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('BUTTON'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows what the server found, and gives back what belongs to no field', async () => {
    render(<Passwords />);
    await userEvent.click(screen.getByRole('button'));
    expect(screen.getByRole('alert').textContent).toBe('太常见');
    expect(document.title).toBe('别处');
  });

  it('leads to the field that the server found wrong', async () => {
    // jsdom has no layout: everything counts as drawn.
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
    render(<Passwords />);
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/密码/)));
    vi.restoreAllMocks();
  });
});

describe('useFormProblem', () => {
  function Form({ words }: { words: string }) {
    const [problem, setProblem] = useFormProblem();
    return (
      <>
        <button type="button" onClick={() => setProblem(words)}>
          保存
        </button>
        <FormProblem>{problem}</FormProblem>
      </>
    );
  }
  const told = async (words: string): Promise<string | undefined> => {
    render(<Form words={words} />);
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(screen.getByRole('alert').textContent).toBe(words);
    act(() => void dispatchEvent(new Event('online')));
    return screen.queryByRole('alert')?.textContent;
  };

  it('says that there is no network until there is one', async () => {
    expect(await told(`${NO_NETWORK}。填写的内容已保存在本机，没有丢失`)).toBeUndefined();
  });

  it('goes on saying anything else', async () => {
    expect(await told('请检查标出的内容')).toBe('请检查标出的内容');
  });
});
