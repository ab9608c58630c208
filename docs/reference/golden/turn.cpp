#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// Numbers of a .npy file of version 1, on a little-endian machine: ten bytes, a header of stated length, the data.
template <typename Number> std::vector<Number> read(const std::string& name) {
  std::ifstream file("golden/" + name + ".npy", std::ios::binary);
  if (!file) { std::perror(name.c_str()); std::exit(1); }
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const size_t start = 10 + (unsigned char)bytes[8] + 256 * (unsigned char)bytes[9];
  const auto* data = reinterpret_cast<const char*>(bytes.data() + start);
  std::vector<Number> numbers((bytes.size() - start) / sizeof(Number));
  std::copy(data, data + numbers.size() * sizeof(Number), reinterpret_cast<char*>(numbers.data()));
  return numbers;
}

int main() {
  const auto positions = read<std::int64_t>("input/positions");
  const auto query = read<double>("input/row/128");
  const auto golden = read<double>("rotary/turned/half/128");
  for (size_t row = 0; row < positions.size(); ++row) {
    double worst = 0;
    for (int pair = 0; pair < 64; ++pair) {
      const double angle = positions[row] * std::pow(10000.0, -pair / 64.0);
      const double cos = std::cos(angle), sin = std::sin(angle);
      const double first = query[pair] * cos - query[pair + 64] * sin;
      const double second = query[pair + 64] * cos + query[pair] * sin;
      worst = std::fmax(worst, std::fabs(first - golden[row * 128 + pair]));
      worst = std::fmax(worst, std::fabs(second - golden[row * 128 + pair + 64]));
    }
    std::printf("%9lld %.1e\n", static_cast<long long>(positions[row]), worst);
    if (worst > (positions[row] < 200 ? 1e-13 : 1e-9)) return 1;
  }
}
