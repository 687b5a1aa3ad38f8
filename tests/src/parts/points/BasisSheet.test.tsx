import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BasisSheet } from '@/parts/points/BasisSheet.tsx';

const basis = { law: '医疗废物管理条例', article: 16, gist: '分类收集', edition: '2011-01-08' };

describe('the basis of a check point', () => {
  it('leads to the very article', () => {
    render(<BasisSheet shown={{ basis }} onShow={() => undefined} article={{ state: 'found', status: '现行有效', paragraphs: ['原文'], lawPath: '/law/index/x?article=16' }} onClose={() => undefined} />);
    expect(screen.getByRole('link', { name: '查看全文' }).getAttribute('href')).toBe('#/law/index/x?article=16');
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('is flagged when the version that it cites has been superseded, and leads to the present one', () => {
    const change = { label: '依据已修改', explanation: '现行版本公布于 2026-01-01。', currentPath: '/law/index/new' };
    render(<BasisSheet shown={{ basis }} onShow={() => undefined} article={{ state: 'unavailable', change }} onClose={() => undefined} />);
    expect(screen.getByRole('note').textContent).toContain('依据已修改');
    expect(screen.getByRole('link', { name: '查看现行版本' }).getAttribute('href')).toBe('#/law/index/new');
  });
});
