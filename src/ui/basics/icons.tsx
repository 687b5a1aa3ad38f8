import styles from './icons.module.css';

/**
 * The one icon set: 48 units, lines of three, drawn here because each icon of antd-mobile-icons weighs as much as ten
 * of these, and takes its names. All are decoration: the words beside them, or the button's label, say what they mean.
 */
export interface IconProps {
  className?: string | undefined;
  'aria-hidden'?: boolean;
}

function icon(path: string, style?: { strokeWidth: number }) {
  const draw = (className?: string) => (
    <svg className={className === undefined ? styles['icon'] : `${styles['icon']} ${className}`} viewBox="0 0 48 48" style={style} aria-hidden>
      <path d={path} />
    </svg>
  );
  // Shared by all, since a screen may have thousands.
  const usual = draw();
  return function Icon({ className }: IconProps) {
    return className === undefined ? usual : draw(className);
  };
}

const circle = 'M24 4a20 20 0 1 0 0 40a20 20 0 1 0 0-40z';
const shield = 'M24 4 41 10v13c0 10-7 17-17 21C14 40 7 33 7 23V10z';
const sheet = 'M10 5h28v38H10z';

export const AddOutline = icon('M24 8v32M8 24h32');
export const ArrowsAltOutline = icon('M28 8h12v12M40 8 27 21M20 40H8V28M8 40l13-13');
export const BellOutline = icon('M10 36V21a14 14 0 0 1 28 0v15M5 36h38M20 42h8');
export const CalendarOutline = icon('M7 10h34v31H7zM7 19h34M16 5v9M32 5v9');
export const CameraOutline = icon('M5 14h10l3-5h12l3 5h10v26H5zM24 19a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15z');
export const CheckCircleOutline = icon(`${circle}M15 24.5l6.5 6.5L34 18`);
export const CheckOutline = icon('M8 25l11 11L40 13');
export const CheckShieldOutline = icon(`${shield}M16 23l6 6 10-11`);
export const ClockCircleOutline = icon(`${circle}M24 13v12l8 5`);
export const CloseCircleOutline = icon(`${circle}M17 17l14 14M31 17 17 31`);
export const CloseOutline = icon('M10 10l28 28M38 10 10 38');
export const CloudOffOutline = icon('M13 38a9.5 9.5 0 0 1-1-19a12.5 12.5 0 0 1 24.5 1a9 9 0 0 1 .5 18zM7 7l34 36');
export const ContentOutline = icon('M24 11C20 8 13 7 5 8v31c8-1 15 0 19 3 4-3 11-4 19-3V8c-8-1-15 0-19 3zM24 11v31');
export const DownOutline = icon('M9 17l15 15 15-15');
export const DownlandOutline = icon('M24 6v26M13 22l11 11 11-11M7 41h34');
export const EditSOutline = icon('M8 40l2-10L32 8l8 8-22 22zM27 13l8 8');
export const ExclamationCircleOutline = icon(`${circle}M24 13v13M24 33v.1`);
export const ExclamationTriangleOutline = icon('M24 6 45 42H3zM24 19v11M24 36v.1');
export const EyeInvisibleOutline = icon('M5 19c4 7 11 11 19 11s15-4 19-11M11 27l-4 5M24 30v7M37 27l4 5');
export const EyeOutline = icon('M3 24c5-9 12-13 21-13s16 4 21 13c-5 9-12 13-21 13S8 33 3 24zM24 17a7 7 0 1 0 0 14a7 7 0 1 0 0-14z');
export const FileOutline = icon(`${sheet}M17 16h14M17 24h14M17 32h8`);
export const FillinOutline = icon('M26 7H7v34h34V24M19 30l1-8L37 5l6 6-17 17z');
export const FilterOutline = icon('M5 8h38L28 26v15l-8-5V26z');
export const HistogramOutline = icon('M6 42h36M11 42V26h6v16M21 42V8h6v34M31 42V18h6v24');
export const HomeOutline = icon('M5 22 24 6l19 16M10 18v24h28V18M19 42V29h10v13');
export const InformationCircleOutline = icon(`${circle}M24 22v12M24 15v.1`);
export const LeftOutline = icon('M31 9 16 24l15 15');
export const MenuOutline = icon('M7 12h34M7 24h34M7 36h34');
export const MinusCircleOutline = icon(`${circle}M15 24h18`);
export const MinusOutline = icon('M9 24h30');
export const MoreOutline = icon('M10 24v.1M24 24v.1M38 24v.1', { strokeWidth: 6 });
export const PictureOutline = icon('M5 8h38v32H5zM5 34l12-12 9 9 6-6 11 11M32 15a2 2 0 1 0 0 4a2 2 0 1 0 0-4z');
export const RightOutline = icon('M17 9l15 15-15 15');
export const SearchOutline = icon('M21 6a15 15 0 1 0 0 30a15 15 0 1 0 0-30zM32 32l10 10');
export const SetOutline = icon(
  'M24 4 30 9l8-1 2 8 6 8-6 8-2 8-8-1-6 5-6-5-8 1-2-8-6-8 6-8 2-8 8 1zM24 17a7 7 0 1 0 0 14a7 7 0 1 0 0-14z',
);
export const ShrinkOutline = icon('M40 20H28V8M28 20 41 7M8 28h12v12M20 28 7 41');
export const StopOutline = icon(`${circle}M10 10l28 28`);
export const UnorderedListOutline = icon('M17 11h25M17 24h25M17 37h25M6 11h2M6 24h2M6 37h2');
export const UpOutline = icon('M9 31l15-15 15 15');
export const UploadOutline = icon('M24 34V8M13 18 24 7l11 11M7 41h34');
export const UserOutline = icon('M24 6a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM6 42c1-9 8-13 18-13s17 4 18 13');
