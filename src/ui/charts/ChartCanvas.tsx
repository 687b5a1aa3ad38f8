import { useEffect, useRef } from 'react';
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type ECharts } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartColour, ChartProps } from './chart-props.ts';
import styles from './Chart.module.css';

register([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, SVGRenderer]);

type ChartCanvasProps = Pick<ChartProps, 'option' | 'colours' | 'description'>;

export default function ChartCanvas({ option, colours, description }: ChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const drawn = init(element, themeNow(colours), { renderer: 'svg' });
    chart.current = drawn;
    const size = new ResizeObserver(() => drawn.resize());
    size.observe(element);
    const theme = new MutationObserver(() => drawn.setTheme(themeNow(colours)));
    theme.observe(document.documentElement, { attributeFilter: ['class', 'style'] });
    return () => {
      size.disconnect();
      theme.disconnect();
      drawn.dispose();
      chart.current = undefined;
    };
  }, [colours]);

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option, colours]);

  return <div ref={box} className={styles['canvas']} role="img" aria-label={description} />;
}

const AXES = ['categoryAxis', 'valueAxis'] as const;

/** Colours and text of the theme that the page has now. */
function themeNow(colours: readonly ChartColour[]): object {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  const [text, quiet, line, surface] = ['--color-text', '--color-text-secondary', '--color-border', '--color-surface'].map(value);
  const words = { color: quiet, fontSize: 0.8125 * Number.parseFloat(getComputedStyle(document.body).fontSize), fontFamily: value('--font-family') };
  const axis = { axisLine: { lineStyle: { color: line } }, axisTick: { lineStyle: { color: line } }, axisLabel: words, splitLine: { lineStyle: { color: line } } };
  return {
    animationDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180,
    color: colours.map((colour) => value(`--color-${colour}`)),
    textStyle: words,
    // As HTML it would come with styles in attributes, which the site's own rules refuse.
    tooltip: { renderMode: 'richText', backgroundColor: surface, borderColor: line, textStyle: { ...words, color: text }, axisPointer: { lineStyle: { color: quiet }, shadowStyle: { color: line, opacity: 0.4 } } },
    ...Object.fromEntries(AXES.map((name) => [name, axis])),
  };
}
