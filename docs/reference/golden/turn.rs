use std::{error::Error, fs};

/// Eight bytes for each number of a .npy file of version 1: ten bytes, a header of stated length, the data.
fn read(name: &str) -> Result<Vec<[u8; 8]>, Box<dyn Error>> {
    let bytes = fs::read(format!("golden/{name}.npy"))?;
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    Ok(bytes[start..].chunks_exact(8).map(|chunk| chunk.try_into().unwrap()).collect())
}

fn floats(name: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    Ok(read(name)?.into_iter().map(f64::from_le_bytes).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let positions: Vec<i64> = read("input/positions")?.into_iter().map(i64::from_le_bytes).collect();
    let query = floats("input/row/128")?;
    let golden = floats("rotary/turned/half/128")?;
    for (row, &position) in positions.iter().enumerate() {
        let expected = &golden[row * 128..][..128];
        let mut worst = 0.0_f64;
        for pair in 0..64 {
            let angle = position as f64 * 10_000_f64.powf(-(pair as f64) / 64.0);
            let (sin, cos) = angle.sin_cos();
            let first = query[pair] * cos - query[pair + 64] * sin;
            let second = query[pair + 64] * cos + query[pair] * sin;
            worst = worst.max((first - expected[pair]).abs()).max((second - expected[pair + 64]).abs());
        }
        println!("{position:9} {worst:.1e}");
        assert!(worst < if position < 200 { 1e-13 } else { 1e-9 }, "not the same rotation");
    }
    Ok(())
}
