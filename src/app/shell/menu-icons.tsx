import type { ReactNode } from 'react';
import {
  BellOutline,
  CheckShieldOutline,
  ContentOutline,
  EditSOutline,
  FileOutline,
  FillinOutline,
  HistogramOutline,
  SetOutline,
  UnorderedListOutline,
  UploadOutline,
  UserOutline,
} from '@/ui/basics/icons.tsx';
import { HomeOutline } from '@/ui/basics/icons.tsx';

/** By the id of a menu entry: a group's, or a screen's name. */
const icons: Readonly<Record<string, ReactNode>> = {
  Home: <HomeOutline />,
  mytask: <UnorderedListOutline aria-hidden />,
  MyTask: <UnorderedListOutline aria-hidden />,
  taskmanage: <CheckShieldOutline aria-hidden />,
  TaskManage: <CheckShieldOutline aria-hidden />,
  SelfInspection: <EditSOutline aria-hidden />,
  comprehensiveinspection: <HistogramOutline aria-hidden />,
  independent: <FileOutline aria-hidden />,
  SelfCheck: <FillinOutline aria-hidden />,
  Message: <BellOutline aria-hidden />,
  law: <ContentOutline aria-hidden />,
  Law: <ContentOutline aria-hidden />,
  Sync: <UploadOutline aria-hidden />,
  system: <SetOutline aria-hidden />,
  UserCenter: <UserOutline aria-hidden />,
};

export const menuIcon = (id: string): ReactNode => icons[id] ?? <FileOutline aria-hidden />;
